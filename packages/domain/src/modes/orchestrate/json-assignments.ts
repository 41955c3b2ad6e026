import { allJsonIn, jsonIn } from '../../answer/json.ts'

/** An assignment as written: the member may not exist. */
export type Written = { readonly name: string; readonly task: string }

/** The assignments an answer gives as JSON, and the prose around it. Undefined if there are none. */
export function jsonAssignments(
  text: string,
): { readonly entries: readonly Written[]; readonly beside: string } | undefined {
  const found = jsonIn(text, holdsAssignments)
  if (!found) return singleAssignments(text)
  const entries = listIn(found.value)?.filter(isNamed).map(written) ?? []
  return { entries, beside: `${text.slice(0, found.start)}\n${text.slice(found.end)}` }
}

/** One object without a list, or one object per line. Its keys must be ours: other objects name and describe things too. */
function singleAssignments(text: string): ReturnType<typeof jsonAssignments> {
  const all = allJsonIn(text, isOurs)
  if (all.length === 0) return undefined
  const beside = all.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}\n${rest.slice(end)}`, text)
  return { entries: all.map(({ value }) => written(value)), beside }
}

const isOurs = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  textUnder(value, ['worker', 'member', 'agent', 'assignee']) !== undefined &&
  textUnder(value, TASK) !== undefined

const holdsAssignments = (value: unknown): value is object => listIn(value) !== undefined

/** The list itself, or the one in a wrapper such as `{"assignments": […]}`. */
function listIn(value: unknown, depth = 2): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.some(isAssignment) ? value : undefined
  if (typeof value !== 'object' || value === null || depth === 0) return undefined
  return Object.values(value)
    .map((one) => listIn(one, depth - 1))
    .find((list) => list !== undefined)
}

/** What models call these two keys. The first one present counts. */
const WORKER = ['worker', 'member', 'agent', 'assignee', 'owner', 'name']
const TASK = ['task', 'description', 'instructions', 'work']

/** An entry that names a worker but no task is an assignment too: its lead has to learn of it. */
const isAssignment = (entry: unknown): entry is object =>
  isNamed(entry) && (textUnder(entry, ['worker']) !== undefined || textUnder(entry, TASK) !== undefined)

const isNamed = (entry: unknown): entry is object =>
  typeof entry === 'object' && entry !== null && textUnder(entry, WORKER) !== undefined

const written = (entry: object): Written => ({
  name: (textUnder(entry, WORKER) ?? '').replace(/^@(worker:)?/i, ''),
  task: textUnder(entry, TASK) ?? '',
})

/** Accepts a list instead of a text, and joins it line by line. */
function textUnder(entry: object, keys: readonly string[]): string | undefined {
  const values = new Map(Object.entries(entry).map(([key, value]) => [key.toLowerCase(), value] as const))
  const texts = keys.map((key) => values.get(key)).map((value) => (Array.isArray(value) ? value.join('\n') : value))
  const said = texts.find((value) => typeof value === 'string')
  return typeof said === 'string' ? said.trim() : undefined
}
