import { jsonIn } from '../../answer/json.ts'

/** An assignment as it was written: the member may not exist. */
export type Written = { readonly name: string; readonly task: string }

/** The assignments that an answer gives as JSON, and what it says beside it; undefined if there are none. */
export function jsonAssignments(
  text: string,
): { readonly entries: readonly Written[]; readonly beside: string } | undefined {
  const found = jsonIn(text, holdsAssignments)
  if (!found) return undefined
  const entries = listIn(found.value)?.filter(isAssignment).map(written) ?? []
  return { entries, beside: `${text.slice(0, found.start)}\n${text.slice(found.end)}` }
}

const holdsAssignments = (value: unknown): value is object => listIn(value) !== undefined

/** The list itself, or the one in a wrapper such as `{"assignments": […]}`. */
function listIn(value: unknown, depth = 2): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.some(isAssignment) ? value : undefined
  if (typeof value !== 'object' || value === null || depth === 0) return undefined
  return Object.values(value)
    .map((one) => listIn(one, depth - 1))
    .find((list) => list !== undefined)
}

type Entry = { readonly worker: string; readonly task?: unknown }

const isAssignment = (entry: unknown): entry is Entry =>
  typeof entry === 'object' && entry !== null && 'worker' in entry && typeof entry.worker === 'string'

const written = ({ worker, task }: Entry): Written => ({
  name: worker.trim().replace(/^@(worker:)?/i, ''),
  task: typeof task === 'string' ? task.trim() : '',
})
