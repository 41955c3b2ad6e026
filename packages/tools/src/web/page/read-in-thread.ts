import { Worker } from 'node:worker_threads'
import { ok, type Result, refuse } from '@convene/domain'
import type { AbortSignal } from '@convene/engine'
import { startDeadline } from '../guard/deadline.ts'
import type { PageSource, ReadPage } from './read-page.ts'

const LIMIT_MS = 20_000
const MEMORY_MB = 512
/** How long a thread waits for the next page: starting one takes longer than reading most pages. */
const IDLE_MS = 20_000

/** Reads a page in a thread that is killed if it takes too much time or memory. Never throws. */
export async function readInThread(
  source: PageSource,
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<Result<ReadPage>> {
  const deadline = startDeadline(limitMs, signal)
  const worker = takeSpare() ?? startWorker()
  try {
    const page = await deadline.race(answerOf(worker, source))
    keepSpare(worker)
    return ok(page)
  } catch {
    await worker.terminate()
    return deadline.ended === 'stopped'
      ? refuse('stopped', 'The call was stopped.')
      : refuse('page-too-hard', 'The page cannot be read within the time and memory limits.')
  } finally {
    deadline.clear()
  }
}

let spare: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined

function takeSpare(): Worker | undefined {
  const taken = spare
  spare = undefined
  clearTimeout(taken?.timer)
  return taken?.worker
}

function keepSpare(worker: Worker): void {
  void takeSpare()?.terminate()
  worker.unref()
  spare = { worker, timer: setTimeout(() => void takeSpare()?.terminate(), IDLE_MS).unref() }
}

const startWorker = (): Worker =>
  new Worker(new URL('./page-thread.ts', import.meta.url), {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 16 },
  })

function answerOf(worker: Worker, source: PageSource): Promise<ReadPage> {
  worker.removeAllListeners()
  worker.ref()
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('no answer')))
    worker.postMessage(source)
  })
}
