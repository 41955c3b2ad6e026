import { type FilePatch, type Hunk, numbered } from '../change/patch.ts'
import type { LinesAround } from '../event/build-facts.ts'
import { aroundIn } from './anchor.ts'

/** The lines of a file as they are after some patches, by number. Only those that a patch shows are known. */
export type KnownLines = ReadonlyMap<number, string>

/** What these patches, in their order, show of a file at their end. */
export function knownLinesIn(patches: readonly FilePatch[], path: string): KnownLines {
  let known: KnownLines = new Map()
  for (const patch of patches) if (patch.path === path) known = linesAfter(known, patch)
  return known
}

function linesAfter(before: KnownLines, { status, hunks }: FilePatch): KnownLines {
  const lines = new Map<number, string>()
  if (status === 'deleted') return lines
  for (const [line, text] of before) {
    const now = movedBy(hunks, line)
    if (now !== undefined) lines.set(now, text)
  }
  for (const hunk of hunks) for (const { new: line, text } of numbered(hunk)) if (line !== null) lines.set(line, text)
  return lines
}

/** The number of a line after these hunks. Undefined if one of them shows it, and so says more about it. */
function movedBy(hunks: readonly Hunk[], line: number): number | undefined {
  let by = 0
  for (const { oldStart, oldLines, newLines } of hunks) {
    const first = oldLines === 0 ? oldStart + 1 : oldStart
    if (line < first) continue
    if (line < first + oldLines) return undefined
    by += newLines - oldLines
  }
  return line + by
}

/** A line with its neighbours, as far as they are known. Undefined if the line itself is not. */
export const aroundKnown = (lines: KnownLines, line: number): LinesAround | undefined =>
  aroundIn((number) => lines.get(number), line)
