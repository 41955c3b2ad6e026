import { madeBy, signatureOf } from '../progress/progress.ts'
import type { Call, Task } from '../state/task.ts'

/** The third time in a row: an agent that repeats itself is stuck, and the user should take a look. */
export function isLooping(task: Task, call: Call): boolean {
  const signature = signatureOf(call)
  return task.recent.length === 2 && task.recent.every((one) => one === signature)
}

/** How many of its newest calls are remembered. */
const MOST_MADE = 60

/** Whether the calls of the last reply brought anything: one that ran or was answered, and was not made before. */
export function newIn({ calls, made }: Task): { readonly made: readonly string[]; readonly isFruitful: boolean } {
  const hashes = madeBy(calls)
  const isFruitful = hashes.some((hash) => !made.includes(hash))
  return { made: [...new Set([...made, ...hashes])].slice(-MOST_MADE), isFruitful }
}
