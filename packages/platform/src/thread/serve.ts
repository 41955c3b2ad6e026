import { parentPort } from 'node:worker_threads'
import type { ThreadReply } from './thread.ts'

/** Makes this thread answer requests. Errors are returned as their message. */
export function serveThread<Request, Answer>(work: (request: Request) => Promise<Answer>): void {
  parentPort?.on('message', async (request: Request) => {
    parentPort?.postMessage(await replyTo(work, request))
  })
}

async function replyTo<Request, Answer>(
  work: (request: Request) => Promise<Answer>,
  request: Request,
): Promise<ThreadReply<Answer>> {
  try {
    return { ok: true, answer: await work(request) }
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, why: 'The code is nested too deeply to be analysed.' }
    return { ok: false, why: `The analysis failed: ${error instanceof Error ? error.message : String(error)}` }
  }
}
