import { tidyWholeChat } from './chat-document.ts'
import { chatStream } from './chat-stream.ts'
import { responsesStream } from './responses-stream.ts'
import { EndlessAnswer, StreamFault } from './stream-fault.ts'
import type { Incoming, Transport } from './transport.ts'
import { answerTo, WholeAnswer } from './whole-answer.ts'

/** The largest answer that is accepted. */
export type WireLimits = { readonly bytes: number; readonly lineBytes: number }

export const wireLimits: WireLimits = { bytes: 64_000_000, lineBytes: 4_000_000 }

type Fetch = typeof globalThis.fetch
type Check = (chunk: Uint8Array) => void
type Tidy = (chunk: Uint8Array | undefined) => Uint8Array

const OPENING_BRACE = 0x7b

/** The fetch given to provider packages. It accepts a stream or a whole document, within the limits. */
export const guardedFetch =
  (transport: Transport, limits: WireLimits = wireLimits): Fetch =>
  async (url, init) => {
    const whole = answerTo(init?.signal)
    if (whole) return whole
    const incoming = await transport(String(url), init ?? {})
    const { status, statusText, headers } = incoming
    const fault = faultOf(incoming)
    if (fault) {
      incoming.close()
      throw fault
    }
    if (status >= 300) return new Response(bodyOf(incoming, sizeCheck(limits)), { status, statusText, headers })
    const { pathname } = new URL(String(url))
    const isChat = pathname.endsWith('/chat/completions')
    const { first, body } = await begun(incoming)
    if (isDocument(headers, first)) throw new WholeAnswer(await documentOf(body, isChat, limits))
    const isFramed = headers.get('content-type')?.includes('vnd.amazon')
    const check = sizeCheck(isFramed ? withoutLines(limits) : limits)
    const stream = bodyOf(body, check, tidyFor(pathname))
    return new Response(stream, { status, statusText, headers })
  }

function tidyFor(pathname: string): Tidy | undefined {
  if (pathname.endsWith('/chat/completions')) return chatStream()
  return pathname.endsWith('/responses') ? responsesStream() : undefined
}

function faultOf({ status, headers }: Incoming): StreamFault | undefined {
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? 'another address'
    return new StreamFault('bad_request', `the server redirects to ${target}; set that as the base URL`, false)
  }
  const type = headers.get('content-type') ?? ''
  if (status >= 300 || !/html/i.test(type)) return undefined
  return new StreamFault('protocol', `received a web page instead of an answer (${type})`)
}

/** Peeks at the first bytes of the answer. They are still read first. */
async function begun(incoming: Incoming): Promise<{ first: Uint8Array | undefined; body: Incoming }> {
  const first = await incoming.read()
  let looked = false
  const read = async () => {
    if (looked) return incoming.read()
    looked = true
    return first
  }
  return { first, body: { ...incoming, read } }
}

/** No event stream starts with a brace, whatever its content type says. Ollama's lines do. */
function isDocument(headers: Headers, first: Uint8Array | undefined): boolean {
  const type = headers.get('content-type') ?? ''
  if (/ndjson/i.test(type)) return false
  return /application\/json/i.test(type) || first?.find((byte) => byte > 0x20) === OPENING_BRACE
}

async function documentOf({ read, close }: Incoming, isChat: boolean, limits: WireLimits): Promise<Response> {
  const check = sizeCheck(withoutLines(limits))
  const chunks: Uint8Array[] = []
  for (let chunk = await read(); chunk; chunk = await read()) {
    try {
      check(chunk)
    } catch (fault) {
      close()
      throw fault
    }
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return new Response(isChat ? tidyDocument(text) : text, { headers: { 'content-type': 'application/json' } })
}

function tidyDocument(text: string): string {
  try {
    return JSON.stringify(tidyWholeChat(JSON.parse(text)))
  } catch {
    return text
  }
}

function bodyOf({ read, close }: Incoming, check: Check, tidy?: Tidy): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = await read()
        try {
          if (chunk) check(chunk)
        } catch (fault) {
          close()
          throw fault
        }
        const bytes = tidy ? tidy(chunk) : chunk
        if (bytes) controller.enqueue(bytes)
        if (!chunk) controller.close()
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
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
