import { StreamFault } from './stream-fault.ts'

type Fetch = typeof globalThis.fetch

/** How much one answer may be before it is no answer any more. */
export type WireLimits = { readonly bytes: number; readonly lineBytes: number }

export const wireLimits: WireLimits = { bytes: 64_000_000, lineBytes: 4_000_000 }

/**
 * A fetch that follows no redirect (keys in headers would go along), takes only a stream for an answer, and reads no more
 * than the limits allow.
 */
export const guardedFetch =
  (fetch: Fetch, limits: WireLimits = wireLimits): Fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !response.body) return checkError(response)
    if (/html|application\/json/i.test(type)) throw await notAStream(response, type)
    const body = guard(response.body, type.includes('amazon') ? null : utf8(), limits)
    return new Response(body, { status: response.status, headers: response.headers })
  }

function checkError(response: Response): Response {
  if (response.status < 300 || response.status >= 400) return response
  const target = response.headers.get('location') ?? 'another address'
  throw new StreamFault('bad_request', `the server redirects to ${target}; set that as the base URL`, false)
}

async function notAStream(response: Response, type: string): Promise<StreamFault> {
  await response.body?.cancel().catch(() => {})
  const page = /html/i.test(type) ? 'a web page' : 'a document that is no stream'
  return new StreamFault('protocol', `${page} came instead of an answer (${type})`)
}

type Check = (chunk: Uint8Array | undefined) => void

function utf8(): Check {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (chunk) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new StreamFault('protocol', 'the stream is not valid UTF-8')
    }
  }
}

function guard(body: ReadableStream<Uint8Array>, check: Check | null, limits: WireLimits): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const count = counter(limits)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      try {
        count(value)
        check?.(value)
      } catch (fault) {
        reader.cancel().catch(() => {})
        throw fault
      }
      controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function counter(limits: WireLimits): (chunk: Uint8Array) => void {
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
