import { madeBy, signatureOf } from '../progress/progress.ts'
import type { Task, TaskCall } from '../state/task.ts'

/** True on the third identical call in a row: the agent is stuck, and the user should take a look. */
export function isLooping(task: Task, call: TaskCall): boolean {
  const signature = signatureOf(call)
  return task.recent.length === 2 && task.recent.every((one) => one === signature)
}

/** How many of the newest calls are remembered. */
const MOST_MADE = 60

/** Whether the last reply's calls achieved anything: at least one ran or was answered, and was not a repeat. */
export function achievedBy({ calls, made }: Task): { readonly made: readonly string[]; readonly isFruitful: boolean } {
  const hashes = madeBy(calls)
  const isFruitful = hashes.some((hash) => !made.includes(hash))
  return { made: [...new Set([...made, ...hashes])].slice(-MOST_MADE), isFruitful }
}
