import { realpath } from 'node:fs/promises'
import { type Artifact, ok, type Result, refuse } from '@convene/domain'
import { type DiffHunk, reversed } from '../diff/hunks.ts'
import { type FileDiff, parseDiff } from '../diff/parse-diff.ts'
import { type ResolvedPath, resolvePath } from '../path/resolve-path.ts'
import { targetOf } from '../path/touch.ts'
import { applyExactly } from './apply-diff.ts'
import { loadText, type TextFile } from './change.ts'
import { commitChanges } from './commit.ts'
import { inTurn } from './in-turn.ts'

/**
 * Reverts a stored change byte for byte, or refuses with a reason and touches nothing. Returns the path. A file that is
 * as it was before the change stays as it is: it may have been reverted without being recorded.
 */
export async function revertDiff(workspace: string, artifact: Artifact): Promise<Result<string>> {
  if (artifact.kind !== 'diff' || artifact.path === undefined || artifact.text === undefined)
    return refuse('no_diff', `"${artifact.title}" was not stored completely, so it cannot be reverted.`)
  const diff = onlyFile(artifact.text)
  if (!diff.ok) return diff
  const root = await realpath(workspace).catch(() => undefined)
  if (root === undefined) return refuse('no_workspace', `The workspace ${workspace} no longer exists.`)
  const place = await resolvePath(root, artifact.path)
  if (!place.ok) return place
  if (targetOf(place.value) !== artifact.path)
    return refuse('moved', `"${artifact.path}" now points to a different file than when it was changed.`)
  return inTurn(root, () => takeBack(place.value, diff.value))
}

function onlyFile(text: string): Result<FileDiff> {
  const files = parseDiff(text)
  if (!files.ok) return files
  const [file, ...others] = files.value
  return file && others.length === 0 ? ok(file) : refuse('no_diff', 'It changes more than one file.')
}

const backwards = ({ before, after, mode, hunks }: FileDiff): FileDiff => ({
  before: after,
  after: before,
  mode,
  hunks: reversed(hunks),
})

async function takeBack(place: ResolvedPath, diff: FileDiff): Promise<Result<string>> {
  const now = await loadText(place)
  if (!now.ok) return now
  const wanted = applyExactly(backwards(diff), now.value)
  if (!wanted.ok && isBefore(diff, now.value)) return ok(targetOf(place))
  if (!wanted.ok)
    return refuse(
      wanted.refusal.code,
      `"${place.asked}" has changed since, so the change cannot be reverted: ${wanted.refusal.message}`,
    )
  const done = await commitChanges([{ place, before: now.value, ...wanted.value }])
  return done.ok ? ok(targetOf(place)) : done
}

/** Lines before and after a change show that nothing is between them, or else the beginning and the end of the file. */
function isBefore(diff: FileDiff, now: TextFile | undefined): boolean {
  const text = now?.text ?? ''
  return applyExactly(diff, now).ok && diff.hunks.every((hunk) => isAnchored(hunk, text))
}

function isAnchored({ lines }: DiffHunk, text: string): boolean {
  const old = lines.flatMap((line) => (line.kind === '+' ? [] : [line.text])).join('')
  const [isAfterSome, isBeforeSome] = [lines[0]?.kind === ' ', lines.at(-1)?.kind === ' ']
  if (isAfterSome) return isBeforeSome || text.endsWith(old)
  return isBeforeSome ? text.startsWith(old) : text === old
}
