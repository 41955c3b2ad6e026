import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ok, type Result, type SessionId } from '@convene/domain'
import { findDecision, findSession, makeReceipt, type ReceiptWish, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printLines, printNote } from '../terminal/print.ts'

/** `convene receipt`: writes a signed receipt of a session or a decision to a file. */
export async function writeReceiptFile(program: CliProgram, input: Input): Promise<number> {
  const word = input.words[0] ?? ''
  const found = await wishFor(program, word)
  if (!found.ok) return program.refuse(found.refusal)
  const made = await makeReceipt(program, { ...found.value, redact: input.flag('redact') })
  if (!made.ok) return program.refuse(made.refusal)
  const { text, key, openVote } = made.value
  const path = resolve(input.text('output') ?? `receipt-${shortId(found.value.session)}.jsonl`)
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const message = exists ? `${path} already exists. Name another file: --output FILE` : (error as Error).message
    return program.refuse({ code: 'not_written', message })
  }
  if (openVote !== undefined)
    printNote(program, `A vote is still open from event ${openVote} on. The receipt ends before it.`)
  printLines(program, [`Written: ${path}`, `Signed with the key ${key}`, `To check it: convene verify ${path}`])
  return 0
}

async function wishFor(program: CliProgram, word: string): Promise<Result<Omit<ReceiptWish, 'redact'>>> {
  if (!word.includes('/')) {
    const session = await findSession(program, word)
    return session.ok ? ok({ session: session.value as SessionId }) : session
  }
  const found = await findDecision(program, word)
  if (!found.ok) return found
  const { session, decision, run } = found.value
  return ok({ session, decision: { id: decision, run } })
}
