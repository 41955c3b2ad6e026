import { realpath } from 'node:fs/promises'
import { type Artifact, ok, type Result, refuse } from '@convene/domain'
import { reversed } from '../diff/hunks.ts'
import { type FileDiff, parseDiff } from '../diff/parse-diff.ts'
import { type ResolvedPath, resolvePath } from '../path/resolve-path.ts'
import { targetOf } from '../path/touch.ts'
import { applyExactly } from './apply-diff.ts'
import { loadText } from './change.ts'
import { commitChanges } from './commit.ts'
import { inTurn } from './in-turn.ts'

/** Reverts a stored change byte for byte, or refuses with a reason and touches nothing. Returns the path. */
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
  return inTurn(root, () => takeBack(place.value, backwards(diff.value)))
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
  const wanted = applyExactly(diff, now.value)
  if (!wanted.ok)
    return refuse(
      wanted.refusal.code,
      `"${place.asked}" has changed since, so the change cannot be reverted: ${wanted.refusal.message}`,
    )
  const done = await commitChanges([{ place, before: now.value, ...wanted.value }])
  return done.ok ? ok(targetOf(place)) : done
}
