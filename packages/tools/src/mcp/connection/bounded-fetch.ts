import type { FetchLike } from '@modelcontextprotocol/client'

const NEWLINE = 10

/** Like fetch, but aborts if a reply or one line of an event stream exceeds `maxBytes`. */
export function boundedFetch(maxBytes: number): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false
    const body = response.body.pipeThrough(bounded(maxBytes, isStream))
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
  }
}

function bounded(maxBytes: number, perLine: boolean): TransformStream<Uint8Array, Uint8Array> {
  let held = 0
  return new TransformStream({
    transform(chunk, controller) {
      const lineEnd = perLine ? chunk.lastIndexOf(NEWLINE) : -1
      held = lineEnd < 0 ? held + chunk.length : chunk.length - lineEnd - 1
      if (held > maxBytes || chunk.length > maxBytes)
        controller.error(new Error(`it sent a message of more than ${Math.round(maxBytes / 1_000_000)} MB`))
      else controller.enqueue(chunk)
    },
  })
}
