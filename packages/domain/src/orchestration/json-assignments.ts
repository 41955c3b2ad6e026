/** An assignment as it was written: nobody has looked yet whether there is such a member. */
export type Written = { readonly name: string; readonly task: string }

const MOST_TRIES = 20

/** The first JSON array of `{ worker, task }` in a text, fenced or not; undefined where there is none that can be read. */
export function jsonAssignments(text: string): readonly Written[] | undefined {
  let tries = 0
  for (const { index } of text.matchAll(/\[\s*\{/g)) {
    if (++tries > MOST_TRIES) return undefined
    const entries = parsedArray(text.slice(index, endOfArray(text, index)))
    if (entries?.some(isAssignment)) return entries.filter(isAssignment).map(written)
  }
  return undefined
}

const MARKS = /"(?:\\.|[^"\\])*"?|[[\]]/gs

/** Behind the bracket that closes the array; brackets inside of strings do not count. */
function endOfArray(text: string, start: number): number {
  let depth = 0
  for (const { 0: mark, index } of text.slice(start).matchAll(MARKS)) {
    depth += mark === '[' ? 1 : mark === ']' ? -1 : 0
    if (depth === 0) return start + index + 1
  }
  return start
}

function parsedArray(json: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

type Entry = { readonly worker: string; readonly task?: unknown }

const isAssignment = (entry: unknown): entry is Entry =>
  typeof entry === 'object' && entry !== null && 'worker' in entry && typeof entry.worker === 'string'

const written = ({ worker, task }: Entry): Written => ({
  name: worker.trim().replace(/^@(worker:)?/i, ''),
  task: typeof task === 'string' ? task.trim() : '',
})
