import { jsonIn } from '../../answer/json.ts'

/** An assignment as it was written: the member may not exist. */
export type Written = { readonly name: string; readonly task: string }

/** The assignments that an answer gives as JSON, and what it says beside it; undefined if there are none. */
export function jsonAssignments(
  text: string,
): { readonly entries: readonly Written[]; readonly beside: string } | undefined {
  const found = jsonIn(text, holdsAssignments)
  if (!found) return undefined
  const entries = listIn(found.value)?.filter(isNamed).map(written) ?? []
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

/** What models call these two keys; the first one that is there counts. */
const WORKER = ['worker', 'member', 'agent', 'assignee', 'owner', 'name']
const TASK = ['task', 'description', 'instructions', 'work']

/** One that names a worker and leaves out the task is an assignment too: its lead has to hear of it. */
const isAssignment = (entry: unknown): entry is object =>
  isNamed(entry) && (textUnder(entry, ['worker']) !== undefined || textUnder(entry, TASK) !== undefined)

const isNamed = (entry: unknown): entry is object =>
  typeof entry === 'object' && entry !== null && textUnder(entry, WORKER) !== undefined

const written = (entry: object): Written => ({
  name: (textUnder(entry, WORKER) ?? '').replace(/^@(worker:)?/i, ''),
  task: textUnder(entry, TASK) ?? '',
})

/** A list where a text was asked is one, line by line. */
function textUnder(entry: object, keys: readonly string[]): string | undefined {
  const values = new Map(Object.entries(entry).map(([key, value]) => [key.toLowerCase(), value] as const))
  const texts = keys.map((key) => values.get(key)).map((value) => (Array.isArray(value) ? value.join('\n') : value))
  const said = texts.find((value) => typeof value === 'string')
  return typeof said === 'string' ? said.trim() : undefined
}
