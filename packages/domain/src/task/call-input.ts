import type { TaskCall } from '../state/task.ts'

/** One field of a call's input, whatever the model put there. */
export function fieldOf({ input }: Pick<TaskCall, 'input'>, name: string): unknown {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as { [key: string]: unknown })[name]
    : undefined
}

export function textIn(call: Pick<TaskCall, 'input'>, name: string): string {
  const value = fieldOf(call, name)
  return typeof value === 'string' ? value : ''
}

export function listInInput(call: TaskCall, name: string): readonly string[] {
  const value = fieldOf(call, name)
  return Array.isArray(value)
    ? value.filter((each) => typeof each === 'string' || typeof each === 'number').map(String)
    : []
}
