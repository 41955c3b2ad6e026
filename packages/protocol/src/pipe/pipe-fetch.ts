import { bytesOf, type Pipe, type PipeChunk, type PipeFrame, pipeChunk } from './frame.ts'
import { heldRequest } from './held-request.ts'

/** The origin for relative URLs. It is never resolved. */
const NOWHERE = 'http://convene.invalid'

type PendingResponse = {
  head(status: number, headers: { readonly [name: string]: string }): void
  part(piece: PipeChunk): void
  end(broken: boolean): void
}

/** `fetch` over a pipe: the other end answers, and nothing reaches a network. */
export function pipeFetch(pipe: Pipe): typeof globalThis.fetch {
  const asked = new Map<number, PendingResponse>()
  let last = 0
  pipe.hear((frame) => {
    const ask = asked.get(frame.id)
    if (frame.kind === 'head') ask?.head(frame.status, frame.headers)
    if (frame.kind === 'part') ask?.part(frame.piece)
    if (frame.kind !== 'end') return
    asked.delete(frame.id)
    ask?.end(frame.broken ?? false)
  })
  return async (input, init) => {
    const request = heldRequest(typeof input === 'string' ? new URL(input, NOWHERE) : input, init)
    const { pathname, search } = new URL(request.url)
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const body = hasBody ? new Uint8Array(await request.arrayBuffer()) : undefined
    last += 1
    return ask(
      pipe,
      asked,
      {
        kind: 'ask',
        id: last,
        method: request.method,
        path: `${pathname}${search}`,
        headers: Object.fromEntries(request.headers),
        ...(body && body.length > 0 && { body: pipeChunk(body) }),
      },
      request.signal,
    )
  }
}

type Ask = Extract<PipeFrame, { kind: 'ask' }>

function ask(pipe: Pipe, asked: Map<number, PendingResponse>, frame: Ask, signal: AbortSignal): Promise<Response> {
  const { id } = frame
  return new Promise((resolve, reject) => {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    const give = (end: () => void) => {
      asked.delete(id)
      pipe.send({ kind: 'cancel', id })
      end()
    }
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller
      },
      // The other end sends more chunks only once these have been read: a slow reader holds up only itself.
      pull: () => pipe.send({ kind: 'more', id }),
      cancel: () => give(() => undefined),
    })
    asked.set(id, {
      head: (status, headers) =>
        resolve(new Response(status === 204 || status === 304 ? null : stream, { status, headers: { ...headers } })),
      part: (piece) => body?.enqueue(bytesOf(piece)),
      end: (broken) => {
        const error = new TypeError('The other end of the pipe is gone.')
        if (broken) body?.error(error)
        else body?.close()
        if (broken) reject(error)
      },
    })
    const stop = () =>
      give(() => {
        const error = signal.reason ?? new DOMException('Aborted', 'AbortError')
        body?.error(error)
        reject(error)
      })
    if (signal.aborted) return stop()
    signal.addEventListener('abort', () => asked.has(id) && stop(), { once: true })
    pipe.send(frame)
  })
}
