import { type LandingConflict, type OwnChange, ok, type Result } from '@convene/domain'
import type { Trees } from '../build/trees.ts'
import { mergeTrees, type ThreeTrees } from '../merge/merge-trees.ts'

/**
 * What the user had changed in the same way as the build, before it was merged: undoing the build would take that out
 * too. `merged` is the tree that the merge led to. Undefined: nothing.
 */
export async function ownChange(
  trees: Trees,
  { base, ours, theirs }: ThreeTrees,
  merged: string,
): Promise<Result<OwnChange | undefined>> {
  const undone = await mergeTrees(trees, { base: theirs, ours: merged, theirs: base })
  if (!undone.ok) return undone
  if ('conflicts' in undone.value || undone.value.tree === ours) return ok(undefined)
  return ok({ without: undone.value.tree, with: ours })
}

/** A tree from which the build was undone, with what was the user's own. */
export async function withOwn(
  trees: Trees,
  tree: string,
  own: readonly OwnChange[],
): Promise<Result<{ readonly tree: string } | { readonly conflicts: readonly LandingConflict[] }>> {
  let now = tree
  for (const change of own) {
    const merged = await mergeTrees(trees, { base: change.without, ours: now, theirs: change.with })
    if (!merged.ok || 'conflicts' in merged.value) return merged
    now = merged.value.tree
  }
  return ok({ tree: now })
}
