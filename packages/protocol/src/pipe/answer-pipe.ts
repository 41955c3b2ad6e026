import { bytesOf, type Pipe, type PipeFrame, pipeChunk } from './frame.ts'
import { heldRequest } from './held-request.ts'

/** Answers a request like a server. */
export type RequestAnswering = (request: Request) => Promise<Response> | Response

type Ask = Extract<PipeFrame, { kind: 'ask' }>

/** How many chunks may be in flight before the reader asks for more. */
const AHEAD = 8

type Answered = { readonly cut: AbortController; credit: number; wake(): void }

/** Answers requests on a pipe until the returned function is called. Waits for a reader that stalls. */
export function answerPipe(pipe: Pipe, answer: RequestAnswering, origin: string): () => void {
  const open = new Map<number, Answered>()
  const stop = pipe.hear((frame) => {
    const answered = open.get(frame.id)
    if (frame.kind === 'ask') void perform(frame)
    if (frame.kind === 'cancel') answered?.cut.abort()
    if (frame.kind === 'cancel') answered?.wake()
    if (frame.kind !== 'more' || !answered) return
    answered.credit += 1
    answered.wake()
  })

  async function perform(ask: Ask): Promise<void> {
    const { id } = ask
    const answered: Answered = { cut: new AbortController(), credit: AHEAD, wake: () => undefined }
    open.set(id, answered)
    try {
      const response = await answer(requestOf(ask, origin, answered.cut.signal))
      pipe.send({ kind: 'head', id, status: response.status, headers: Object.fromEntries(response.headers) })
      await pour(id, response, answered)
      if (!answered.cut.signal.aborted) pipe.send({ kind: 'end', id })
    } catch {
      if (!answered.cut.signal.aborted) pipe.send({ kind: 'end', id, broken: true })
    } finally {
      open.delete(id)
    }
  }

  async function pour(id: number, response: Response, answered: Answered): Promise<void> {
    const { signal } = answered.cut
    const reader = response.body?.getReader()
    signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined))
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      await creditFor(answered)
      if (signal.aborted) return
      answered.credit -= 1
      pipe.send({ kind: 'part', id, piece: pipeChunk(read.value) })
    }
  }

  return () => {
    stop()
    for (const { cut, wake } of open.values()) {
      cut.abort()
      wake()
    }
  }
}

async function creditFor(answered: Answered): Promise<void> {
  while (answered.credit <= 0 && !answered.cut.signal.aborted)
    await new Promise<void>((resolve) => {
      answered.wake = resolve
    })
}

function requestOf({ method, path, headers, body }: Ask, origin: string, signal: AbortSignal): Request {
  const sent = body === undefined ? null : bytesOf(body)
  return heldRequest(new URL(path, origin), {
    method,
    headers: { ...headers },
    body: sent as Uint8Array<ArrayBuffer> | null,
    signal,
  })
}
