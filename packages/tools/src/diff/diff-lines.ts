import { diffArrays } from 'diff/lib/diff/array.js'

/** `before` lines from `at` are replaced by `after` lines from `to`. */
export type Edit = { readonly at: number; readonly removed: number; readonly to: number; readonly added: number }

/** The search takes quadratic time in the number of changed lines: this many take 0.3 s. */
const MAX_CHANGED = 2_000

/** The smallest edits from one list of lines to another, or a single large one if more than 2,000 lines change. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const [a, b] = numbered(before, after)
  const parts = diffArrays(a, b, { maxEditLength: MAX_CHANGED })
  if (!parts) return [replacement(a, b)]
  const edits: Edit[] = []
  let [at, to] = [0, 0]
  for (const { added: isAdded, removed: isRemoved, count } of parts) {
    const [removed, added] = [isAdded ? 0 : count, isRemoved ? 0 : count]
    if (isAdded || isRemoved) append(edits, { at, removed, to, added })
    at += removed
    to += added
  }
  return edits
}

/** Removed and added lines at the same place are one edit. */
function append(edits: Edit[], { at, removed, to, added }: Edit): void {
  const last = edits.at(-1)
  if (last?.at !== at - (last?.removed ?? 0) || last.to !== to - last.added) edits.push({ at, removed, to, added })
  else edits.splice(-1, 1, { at: last.at, removed: last.removed + removed, to: last.to, added: last.added + added })
}

/** Equal lines get equal numbers: comparing them is then cheap, however long they are. */
function numbered(before: readonly string[], after: readonly string[]): readonly [number[], number[]] {
  const numbers = new Map<string, number>()
  const number = (line: string): number => {
    const known = numbers.get(line) ?? numbers.size
    numbers.set(line, known)
    return known
  }
  return [before.map(number), after.map(number)]
}

/** Everything between the common start and the common end. */
function replacement(a: readonly number[], b: readonly number[]): Edit {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at] === b[at]) at++
  let end = 0
  while (end < most - at && a.at(-1 - end) === b.at(-1 - end)) end++
  return { at, removed: a.length - at - end, to: at, added: b.length - at - end }
}
