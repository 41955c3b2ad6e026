import { EndlessAnswer, StreamFault } from './stream-fault.ts'
import type { AnswerHeaders, IncomingAnswer, Outgoing, Transport } from './transport.ts'

/** The largest answer that is accepted. */
export type WireLimits = { readonly bytes: number; readonly lineBytes: number }

export const wireLimits: WireLimits = { bytes: 64_000_000, lineBytes: 4_000_000 }

/**
 * An answer whose reads fail once it exceeds the limits. `isDocument` means that it arrived whole, although a stream
 * was requested.
 */
export type Received = IncomingAnswer & { readonly isDocument: boolean }

export type Send = (url: string, outgoing: Outgoing) => Promise<Received>

type Check = (chunk: Uint8Array) => void

const OPENING_BRACE = 0x7b

/** Sends requests to model servers. Redirects and web pages are faults, everything else is read within the limits. */
export const guardedSend =
  (transport: Transport, limits: WireLimits = wireLimits): Send =>
  async (url, outgoing) => {
    const incoming = await transport(url, outgoing)
    const fault = faultOf(incoming)
    if (fault) {
      incoming.close()
      throw fault
    }
    if (incoming.status >= 300) return { ...checked(incoming, sizeCheck(limits)), isDocument: true }
    const { first, body } = await begun(incoming)
    const whole = isDocument(incoming.headers, first)
    const isFramed = incoming.headers.get('content-type')?.includes('vnd.amazon')
    const check = sizeCheck(whole || isFramed ? withoutLines(limits) : limits)
    return { ...checked(body, check), isDocument: whole }
  }

/** The whole body as text. */
export async function bodyText({ read }: Received): Promise<string> {
  const chunks: Uint8Array[] = []
  for (let chunk = await read(); chunk; chunk = await read()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function faultOf({ status, headers }: IncomingAnswer): StreamFault | undefined {
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? 'another address'
    return new StreamFault('bad_request', `the server redirects to ${target}; set that as the base URL`, false)
  }
  const type = headers.get('content-type') ?? ''
  if (status >= 300 || !/html/i.test(type)) return undefined
  return new StreamFault('protocol', `received a web page instead of an answer (${type})`)
}

/** Peeks at the first bytes of the answer. They are still read first. */
async function begun(incoming: IncomingAnswer): Promise<{ first: Uint8Array | undefined; body: IncomingAnswer }> {
  const first = await incoming.read()
  let looked = false
  const read = async () => {
    if (looked) return incoming.read()
    looked = true
    return first
  }
  return { first, body: { ...incoming, read } }
}

/** No event stream starts with a brace, no matter what its content type says. Ollama's lines do. */
function isDocument(headers: AnswerHeaders, first: Uint8Array | undefined): boolean {
  const type = headers.get('content-type') ?? ''
  if (/ndjson/i.test(type)) return false
  return /application\/json/i.test(type) || first?.find((byte) => byte > 0x20) === OPENING_BRACE
}

/** Closes the connection of an answer that exceeds the limits. */
function checked(incoming: IncomingAnswer, check: Check): IncomingAnswer {
  const read = async () => {
    const chunk = await incoming.read()
    try {
      if (chunk) check(chunk)
    } catch (fault) {
      incoming.close()
      throw fault
    }
    return chunk
  }
  return { ...incoming, read }
}

/** For bodies that do not consist of lines. */
const withoutLines = ({ bytes }: WireLimits): WireLimits => ({ bytes, lineBytes: bytes })

function sizeCheck(limits: WireLimits): Check {
  let bytes = 0
  let line = 0
  return (chunk) => {
    bytes += chunk.length
    const end = chunk.lastIndexOf(10)
    line = end === -1 ? line + chunk.length : chunk.length - end - 1
    if (bytes > limits.bytes) throw new EndlessAnswer(`the answer is longer than ${limits.bytes} bytes`)
    if (line > limits.lineBytes) throw new StreamFault('protocol', `a line is longer than ${limits.lineBytes} bytes`)
  }
}
