import type { Call } from '../state/task.ts'

/** One field of a call's input, whatever the model put there. */
export function fieldOf({ input }: Pick<Call, 'input'>, name: string): unknown {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as { [key: string]: unknown })[name]
    : undefined
}

export function textIn(call: Pick<Call, 'input'>, name: string): string {
  const value = fieldOf(call, name)
  return typeof value === 'string' ? value : ''
}

export function listIn(call: Call, name: string): readonly string[] {
  const value = fieldOf(call, name)
  return Array.isArray(value)
    ? value.filter((each) => typeof each === 'string' || typeof each === 'number').map(String)
    : []
}
