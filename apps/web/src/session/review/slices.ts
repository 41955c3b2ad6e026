import { type Hunk, type NumberedLine, numbered } from '@convene/domain'

/** Some lines of a hunk, drawn as one row of the list. `old` and `new` are the numbers before its first line. */
export type Slice = { readonly from: number; readonly to: number; readonly old: number; readonly new: number }

/** Lines per row. Fewer make a long hunk slow to scroll, more make each row slow to draw. */
const LINES = 24

/** Lines this long fill a row alone. */
const LONG = 2_000

/**
 * A hunk in pieces that are quick to draw. A piece also ends after each of the lines in `ends`, where comments are shown.
 */
export function slicesOf(hunk: Hunk, ends: ReadonlySet<number>): readonly Slice[] {
  const slices: Slice[] = []
  let slice = { from: 0, old: hunk.oldStart, new: hunk.newStart }
  let [before, after] = [hunk.oldStart, hunk.newStart]
  let characters = 0
  hunk.lines.forEach((line, index) => {
    if (!line.startsWith('\\') && !line.startsWith('+')) before += 1
    if (!line.startsWith('\\') && !line.startsWith('-')) after += 1
    characters += Math.min(line.length, LONG)
    const isFull = index + 1 - slice.from >= LINES || characters >= LONG * 2
    if (!isFull && !ends.has(index) && index + 1 < hunk.lines.length) return
    slices.push({ ...slice, to: index + 1 })
    slice = { from: index + 1, old: before, new: after }
    characters = 0
  })
  return slices
}

/** The lines of a slice, with their numbers. */
export const linesOf = (hunk: Hunk, slice: Slice): readonly NumberedLine[] =>
  numbered({ ...hunk, oldStart: slice.old, newStart: slice.new, lines: hunk.lines.slice(slice.from, slice.to) })
