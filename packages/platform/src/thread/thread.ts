import { Worker } from 'node:worker_threads'
import type { AbortSignal } from '@convene/engine'

/** A thread's answer, or why there is none, in words the model can act on. */
export type ThreadReply<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly why: string }

/** Work that would block the event loop, in a separate thread, one request at a time. */
export type Thread<Request, Answer> = {
  ask(request: Request, signal: AbortSignal): Promise<ThreadReply<Answer>>
  close(): Promise<void>
}

export type ThreadOptions = {
  readonly entry: URL
  /** A request that takes longer is aborted, and its thread killed. */
  readonly limitMs: number
  readonly memoryMb: number
  /** How long an idle thread is kept. */
  readonly idleMs?: number
}

const IDLE_MS = 30_000

/**
 * Starts the thread on the first request, ends it when idle, and kills it if a request is stopped or takes too long.
 */
export function thread<Request, Answer>(options: ThreadOptions): Thread<Request, Answer> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let line: Promise<unknown> = Promise.resolve()

  const end = async (): Promise<void> => {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  const take = async (request: Request, signal: AbortSignal): Promise<ThreadReply<Answer>> => {
    if (signal.aborted) return stopped
    clearTimeout(idle)
    worker ??= start(options)
    const reply = await converse<Request, Answer>(worker, request, signal, options.limitMs)
    if (reply.alive) idle = setTimeout(() => void end(), options.idleMs ?? IDLE_MS).unref()
    else await end()
    return reply.reply
  }
  return {
    ask: (request, signal) => {
      const turn = line.then(() => take(request, signal))
      line = turn
      return turn
    },
    close: end,
  }
}

const stopped = { ok: false, why: 'The call was stopped.' } as const

function start(options: ThreadOptions): Worker {
  const worker = new Worker(options.entry, {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, stackSizeMb: 8 },
  })
  worker.unref()
  return worker
}

type Turn<Answer> = { readonly alive: boolean; readonly reply: ThreadReply<Answer> }

/** One request, one reply. Whatever happens first decides, and all listeners are removed. */
function converse<Request, Answer>(
  worker: Worker,
  request: Request,
  signal: AbortSignal,
  limitMs: number,
): Promise<Turn<Answer>> {
  return new Promise((resolve) => {
    const settle = (alive: boolean, reply: ThreadReply<Answer>): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      worker.unref()
      resolve({ alive, reply })
    }
    const onMessage = (reply: ThreadReply<Answer>): void => settle(true, reply)
    const onAbort = (): void => settle(false, stopped)
    const onError = (error: unknown): void => settle(false, { ok: false, why: whyOf(error) })
    const onExit = (): void => settle(false, { ok: false, why: 'The analysis ended before it had an answer.' })
    const tooLong = `It took longer than ${Math.round(limitMs / 1_000)} s. Ask for less: one file, or a folder.`
    const timer = setTimeout(() => settle(false, { ok: false, why: tooLong }), limitMs)
    signal.addEventListener('abort', onAbort, { once: true })
    worker.once('message', onMessage).once('error', onError).once('exit', onExit)
    worker.ref()
    worker.postMessage(request)
  })
}

function whyOf(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return 'It needs more memory than it may have. Ask for less: one file, or a folder.'
  return `The analysis failed: ${error instanceof Error ? error.message : String(error)}`
}
