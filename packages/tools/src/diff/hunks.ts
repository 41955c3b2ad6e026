import { diffLines, type Edit } from './diff-lines.ts'
import { splitLines } from './lines.ts'

/** A line of a hunk, including its line ending: kept, removed or added. */
export type HunkLine = { readonly kind: ' ' | '-' | '+'; readonly text: string }

/** Adjacent lines. `before` and `after` count from 0. */
export type DiffHunk = { readonly before: number; readonly after: number; readonly lines: readonly HunkLine[] }

/** Unchanged lines shown around a change. */
export const CONTEXT = 3

/** The changes from one text to another, each with three lines of context. */
export function hunksBetween(before: string, after: string): readonly DiffHunk[] {
  const [old, fresh] = [splitLines(before), splitLines(after)]
  return groups(diffLines(old, fresh)).map((edits) => toHunk(edits, old, fresh))
}

/** The reverse change. */
export const reversed = (hunks: readonly DiffHunk[]): readonly DiffHunk[] =>
  hunks.map(({ before, after, lines }) => ({
    before: after,
    after: before,
    lines: lines.map(({ kind, text }) => ({ kind: kind === '-' ? '+' : kind === '+' ? '-' : ' ', text })),
  }))

/** Groups edits that are so close that their context lines touch. */
function groups(edits: readonly Edit[]): readonly (readonly Edit[])[] {
  const found: Edit[][] = []
  for (const edit of edits) {
    const group = found.at(-1)
    const last = group?.at(-1)
    if (group && last && edit.at - (last.at + last.removed) <= 2 * CONTEXT) group.push(edit)
    else found.push([edit])
  }
  return found
}

function toHunk(edits: readonly Edit[], old: readonly string[], fresh: readonly string[]): DiffHunk {
  const first = edits[0] as Edit
  const lead = Math.min(CONTEXT, first.at)
  const lines: HunkLine[] = []
  const push = (kind: HunkLine['kind'], texts: readonly string[]) => {
    for (const text of texts) lines.push({ kind, text })
  }
  let at = first.at - lead
  for (const edit of edits) {
    push(' ', old.slice(at, edit.at))
    push('-', old.slice(edit.at, edit.at + edit.removed))
    push('+', fresh.slice(edit.to, edit.to + edit.added))
    at = edit.at + edit.removed
  }
  push(' ', old.slice(at, at + CONTEXT))
  return { before: first.at - lead, after: first.to - lead, lines }
}
