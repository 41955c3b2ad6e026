import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Finding } from '../report.ts'

/** Heap still in use after 10,000 finished sessions in one process. */
export async function resting(): Promise<readonly Finding[]> {
  const child = fileURLToPath(new URL('../resting-child.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child])
  const { megabytes, live } = JSON.parse(stdout) as { megabytes: number; live: number }
  return [
    {
      name: 'heap of 10,000 resting sessions, in MB',
      ratio: megabytes,
      bar: 20,
      values: { megabytes, inMemory: live },
    },
  ]
}
