import { ok, type Result, refuse } from '@convene/domain'
import type { DiffHunk } from './hunks.ts'
import { splitLines } from './lines.ts'

/**
 * Applies hunks: every kept and removed line must match exactly. A hunk that does not match at its stated line may be
 * elsewhere, if only one place matches.
 */
export function applyHunks(text: string, hunks: readonly DiffHunk[]): Result<string> {
  const lines = splitLines(text)
  const result: string[] = []
  let at = 0
  let shift = 0
  for (const [index, hunk] of hunks.entries()) {
    const old = hunk.lines.filter(({ kind }) => kind !== '+').map((line) => line.text)
    const found = placeOf(lines, old, { expected: hunk.before + shift, from: at })
    if (!found.ok)
      return refuse('does_not_apply', `Hunk ${index + 1} (line ${hunk.before + 1}) ${found.refusal.message}`)
    shift = found.value - hunk.before
    push(result, lines, at, found.value)
    for (const { kind, text: line } of hunk.lines) if (kind !== '-') result.push(line)
    at = found.value + old.length
  }
  push(result, lines, at, lines.length)
  return whole(result)
}

function push(result: string[], lines: readonly string[], from: number, to: number): void {
  for (let index = from; index < to; index++) result.push(lines[index] as string)
}

/** Only the last line can lack a line ending. */
function whole(lines: readonly string[]): Result<string> {
  const open = lines.findIndex((line, index) => !line.endsWith('\n') && index < lines.length - 1)
  if (open >= 0) return refuse('does_not_apply', `Line ${open + 1} would be joined with the line after it.`)
  return ok(lines.join(''))
}

type Search = { readonly expected: number; readonly from: number }

function placeOf(lines: readonly string[], old: readonly string[], { expected, from }: Search): Result<number> {
  if (expected >= from && fits(lines, old, expected)) return ok(expected)
  if (old.length === 0) return refuse('no_place', 'adds lines after the end of the file.')
  const found: number[] = []
  for (let at = from; at + old.length <= lines.length && found.length < 2; at++)
    if (fits(lines, old, at)) found.push(at)
  if (found.length === 2) return refuse('no_place', 'fits at more than one place, and not at the one it names.')
  const [only] = found
  return only === undefined ? refuse('no_place', mismatch(lines, old, expected)) : ok(only)
}

const fits = (lines: readonly string[], old: readonly string[], at: number): boolean =>
  at + old.length <= lines.length && old.every((line, index) => line === lines[at + index])

function mismatch(lines: readonly string[], old: readonly string[], expected: number): string {
  const index = old.findIndex((line, position) => line !== lines[expected + position])
  const there = lines[expected + index]
  const found = there === undefined ? 'the file ends before it' : `the file has ${JSON.stringify(there.slice(0, 80))}`
  return `does not fit: the patch expects ${JSON.stringify(old[index]?.slice(0, 80) ?? '')}, ${found}.`
}
