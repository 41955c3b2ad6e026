import { ok, type Result, refuse } from '@convene/domain'
import { applyHunks } from '../diff/apply-hunks.ts'
import type { DiffHunk } from '../diff/hunks.ts'
import type { FileDiff } from '../diff/parse-diff.ts'
import type { TextFile, ToolChange } from './change.ts'
import { textView } from './line-ends.ts'

type Wanted = Pick<ToolChange, 'after' | 'mode'>

/** The file after applying a diff that matches it byte for byte. */
export function applyExactly(diff: FileDiff, now: TextFile | undefined): Result<Wanted> {
  const fits = fitting(diff, now)
  if (!fits.ok) return fits
  return finished(diff, applyHunks(now?.text ?? '', diff.hunks))
}

/** The same for a handwritten diff, which need not match the file's byte order mark or Windows line endings. */
export function applyToView(diff: FileDiff, now: TextFile | undefined): Result<Wanted> {
  const fits = fitting(diff, now)
  if (!fits.ok) return fits
  if (!now) return finished(diff, applyHunks('', diff.hunks))
  const view = textView(now.text)
  const applied = applyHunks(view.text, diff.hunks.map(adopting(view.adopt)))
  return finished(diff, applied.ok ? ok(view.back(applied.value)) : applied)
}

const adopting =
  (adopt: (text: string) => string) =>
  (hunk: DiffHunk): DiffHunk => ({ ...hunk, lines: hunk.lines.map((line) => ({ ...line, text: adopt(line.text) })) })

function fitting({ before, after }: FileDiff, now: TextFile | undefined): Result<void> {
  if (before === undefined && now) return refuse('there', `"${after}" is to be created, but already exists.`)
  if (before !== undefined && !now) return refuse('not_there', `"${before}" is to be changed, but it does not exist.`)
  return ok(undefined)
}

function finished({ after, mode }: FileDiff, applied: Result<string>): Result<Wanted> {
  if (!applied.ok) return applied
  if (after !== undefined) return ok({ after: applied.value, ...(mode !== undefined && { mode }) })
  if (applied.value !== '')
    return refuse('not_all', 'The file is to be deleted, but it contains more than the patch says.')
  return ok({ after: undefined })
}
