import { ok, type Result, refuse } from '@convene/domain'
import { filesIn } from '../git/numstat.ts'
import { findRepository, gitIn } from '../git/repository.ts'

/** Reverts a patch in a workspace: all of it, or nothing if a file has changed since. */
export async function revertPatch(workspace: string, patch: string): Promise<Result<readonly string[]>> {
  const found = await findRepository(workspace)
  if (!found.ok) return refuse('no_repository', `The patch cannot be reverted: ${found.refusal.message}.`)
  const { root } = found.value
  const input = Buffer.from(patch)
  const git = (...args: readonly string[]) =>
    gitIn(found.value, { args, folder: root, variables: { GIT_WORK_TREE: root }, input })
  const numbers = await git('apply', '--numstat', '-z')
  if (!numbers.ok) return refuse('no_diff', `Git cannot read this patch: ${numbers.refusal.message}`)
  const reverted = await git('apply', '--reverse', '--binary', '--whitespace=nowarn')
  if (!reverted.ok)
    return refuse('changed', `A file has changed since, so nothing was reverted: ${reverted.refusal.message}`)
  return ok(filesIn(numbers.value))
}
