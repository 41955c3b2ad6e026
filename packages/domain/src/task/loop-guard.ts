import type { Call, Task } from './task.ts'

/** What makes two calls the same: the tool and its input. */
export const signatureOf = (call: Pick<Call, 'tool' | 'input'> | undefined): string =>
  call ? `${call.tool} ${JSON.stringify(call.input)}` : ''

/** The third time in a row: an agent that repeats itself is stuck, and a person should look. */
export function isLooping(task: Task, call: Call): boolean {
  const signature = signatureOf(call)
  return task.recent.length === 2 && task.recent.every((one) => one === signature)
}
