import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromWire, type SessionId, sealText, type WireEvent } from '@convene/domain'
import { receiptCrypto, signingKey } from '@convene/host'
import { digest } from '@convene/platform'
import { verifyReceipt, WrongReceipt, writeReceipt } from '@convene/reading'
import { afterAll } from 'vitest'

export const home = mkdtempSync(join(tmpdir(), 'receipts-'))
afterAll(() => rmSync(home, { recursive: true }))
export const signing = signingKey(home)
const golden = new URL('../golden-logs/logs/0.1.0/', import.meta.url)

/** A recorded log as it is stored since sessions have a salt and votes a seal. */
export function logOf(name: string): readonly WireEvent[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, golden), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const event = fromWire(JSON.parse(line))
    const wire = JSON.parse(line) as WireEvent
    if (event.type === 'session.created') return { ...wire, data: { ...event.data, salt: digest('secret') } }
    if (event.type !== 'decision.voted') return wire
    const salt = digest(`${event.seq}`)
    return { ...wire, data: { ...event.data, seal: { hash: digest(sealText(salt, event.data)), salt } } }
  })
}

export const receiptOf = (events: readonly WireEvent[], redact: boolean): string =>
  writeReceipt(
    {
      session: events[0]?.session as SessionId,
      events,
      made: '2026-01-01T00:00:00.000Z',
      program: 'convene 0.1.0',
      redact,
    },
    signing,
  )

export const check = (text: string | Uint8Array) =>
  verifyReceipt(typeof text === 'string' ? Buffer.from(text) : text, receiptCrypto)

/** What is wrong with it, in a word, and where. */
export async function refusal(text: string | Uint8Array): Promise<string> {
  try {
    await check(text)
    return 'valid'
  } catch (error) {
    if (error instanceof WrongReceipt) return `${error.code} in ${error.place}`
    throw error
  }
}

export const panel = logOf('panel-decide')

/** The data of the first event of a type. */
export const dataOf = (type: string) =>
  panel.find((wire) => wire.type === type)?.data as { readonly [key: string]: never } | undefined
export const options: readonly string[] = dataOf('decision.proposed')?.options ?? []

/** Signed again by its author, who wants another result. */
export const forged = (change: (wire: WireEvent) => WireEvent): string => receiptOf(panel.map(change), false)
