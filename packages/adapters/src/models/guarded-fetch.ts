import { StreamFault } from './stream-fault.ts'
import type { Incoming, Transport } from './transport.ts'

/** How much one answer may be before it is no answer any more. */
export type WireLimits = { readonly bytes: number; readonly lineBytes: number }

export const wireLimits: WireLimits = { bytes: 64_000_000, lineBytes: 4_000_000 }

type Fetch = typeof globalThis.fetch
type Check = (chunk: Uint8Array) => void

/** The fetch that the provider packages get. It takes only a stream for an answer, and no more than the limits allow. */
export const guardedFetch =
  (transport: Transport, limits: WireLimits = wireLimits): Fetch =>
  async (url, init) => {
    const incoming = await transport(String(url), init ?? {})
    const type = incoming.headers.get('content-type') ?? ''
    const { status, statusText, headers } = incoming
    const fault = faultOf(incoming, type)
    if (fault) {
      incoming.close()
      throw fault
    }
    const checks = type.includes('vnd.amazon') ? [sizeCheck(limits)] : [sizeCheck(limits), utf8Check()]
    return new Response(bodyOf(incoming, checks), { status, statusText, headers })
  }

function faultOf({ status, headers }: Incoming, type: string): StreamFault | undefined {
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? 'another address'
    return new StreamFault('bad_request', `the server redirects to ${target}; set that as the base URL`, false)
  }
  if (status >= 300 || !/html|application\/json/i.test(type)) return undefined
  const page = /html/i.test(type) ? 'a web page' : 'a document that is no stream'
  return new StreamFault('protocol', `${page} came instead of an answer (${type})`)
}

function bodyOf({ read, close }: Incoming, checks: readonly Check[]): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = await read()
        if (!chunk) return controller.close()
        try {
          for (const check of checks) check(chunk)
        } catch (fault) {
          close()
          throw fault
        }
        controller.enqueue(chunk)
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}

function sizeCheck(limits: WireLimits): Check {
  let bytes = 0
  let line = 0
  return (chunk) => {
    bytes += chunk.length
    const end = chunk.lastIndexOf(10)
    line = end === -1 ? line + chunk.length : chunk.length - end - 1
    if (bytes > limits.bytes) throw new StreamFault('protocol', `the answer is longer than ${limits.bytes} bytes`)
    if (line > limits.lineBytes) throw new StreamFault('protocol', `a line is longer than ${limits.lineBytes} bytes`)
  }
}

/** The packages would replace broken characters silently, and a broken answer would pass for a whole one. */
function utf8Check(): Check {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (chunk) => {
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      throw new StreamFault('protocol', 'the stream is not valid UTF-8')
    }
  }
}
