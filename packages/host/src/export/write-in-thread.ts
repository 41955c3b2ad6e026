import { Worker } from 'node:worker_threads'
import type { Export, Exported } from './write-export.ts'

const MEMORY_MB = 2_048

/** Writes an export in a thread of its own: a session of many megabytes keeps nobody else waiting. */
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
      worker.postMessage(exported)
    })
  } finally {
    await worker.terminate()
  }
}
