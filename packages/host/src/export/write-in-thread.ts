import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ToThread } from './export-thread.ts'
import type { Export, Exported } from './write-export.ts'

const MEMORY_MB = 2_048

/** Writes an export in a separate thread, so a session of many megabytes does not block everything else. */
export async function writeInThread(exported: Exported): Promise<Export> {
  const worker = new Worker(new URL('./export-thread.ts', import.meta.url), {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 16 },
  })
  try {
    return await new Promise<Export>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The export ended without a text.')))
      handOver(worker, exported).catch(reject)
    })
  } finally {
    await worker.terminate()
  }
}

const PART = 200

/** In parts: everything that is sent is copied first, and copying many megabytes takes a while. */
async function handOver(worker: Worker, { events, ...last }: Exported): Promise<void> {
  const send = (given: ToThread) => worker.postMessage(given)
  for (let at = 0; at < events.length; at += PART) {
    send({ events: events.slice(at, at + PART) })
    await setImmediate()
  }
  send({ last })
}
