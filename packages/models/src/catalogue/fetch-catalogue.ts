import { type Result, refuse } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { httpTransport } from '../transport/http-transport.ts'
import type { Transport } from '../transport/transport.ts'
import { readModelsDev } from './models-dev.ts'
import type { Catalogue } from './row.ts'

/** The public catalogue, which its users maintain. */
export const PUBLIC_CATALOGUE = 'https://models.dev/api.json'
const LIMIT_MS = 30_000
const MOST_BYTES = 30_000_000

export type CatalogueRequest = {
  readonly address: string
  readonly environment: Environment
  readonly date: string
  readonly transport?: Transport
  readonly limitMs?: number
}

/** Fetches the catalogue from an address that the user chose. Sends no key and follows no redirect. */
export async function fetchCatalogue(request: CatalogueRequest): Promise<Result<Catalogue>> {
  const { address, environment, transport = httpTransport(environment), limitMs = LIMIT_MS } = request
  if (!URL.canParse(address) || !/^https?:$/u.test(new URL(address).protocol))
    return refuse('bad_address', `"${address}" is not a valid address. Use a form such as ${PUBLIC_CATALOGUE}.`)
  const signal = AbortSignal.timeout(limitMs)
  try {
    const answer = await transport(address, { headers: { accept: 'application/json' }, signal })
    if (answer.status !== 200) {
      answer.close()
      return failed(address, `it answered with status ${answer.status}`)
    }
    const text = await readAll(answer.read, signal)
    if (text === null) {
      answer.close()
      return failed(address, `the answer is longer than ${MOST_BYTES / 1_000_000} MB`)
    }
    const catalogue = readModelsDev(parsed(text), { date: request.date, source: address })
    return typeof catalogue === 'string' ? failed(address, catalogue) : { ok: true, value: catalogue }
  } catch (error) {
    return failed(address, signal.aborted ? `no answer within ${limitMs / 1_000} s` : messageOf(error))
  }
}

async function readAll(read: () => Promise<Uint8Array | undefined>, signal: AbortSignal): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (let chunk = await read(); chunk; chunk = await read()) {
    signal.throwIfAborted()
    bytes += chunk.length
    if (bytes > MOST_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const failed = (address: string, why: string): Result<never> =>
  refuse('catalogue_unavailable', `The catalogue at ${address} could not be read: ${why}. The old one stays in use.`)
