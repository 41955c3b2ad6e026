import { ok, type Result, refuse } from '@convene/domain'
import { patchBetween, type Trees } from '../build/trees.ts'
import { type Chosen, chosenParts } from './chosen-parts.ts'

/** What to take from one tree to another: everything, or what is chosen in the patch between them. */
export type Choose = 'all' | ((patch: string) => Chosen)

/** The tree that some of the changes between two trees lead to. */
export async function partialTree(trees: Trees, from: string, to: string, choose: Choose): Promise<Result<string>> {
  if (choose === 'all' || from === to) return ok(to)
  const patch = await patchBetween(trees, from, to)
  if (!patch.ok) return patch
  const part = chosenParts(patch.value, choose(patch.value.toString('utf8')))
  if (part.length === 0) return ok(from)
  const { git, place } = trees
  // Without files to look at, git could take attributes from the folder it runs in.
  const variables = { GIT_WORK_TREE: place }
  const begun = await git(['read-tree', from], { variables })
  if (!begun.ok) return begun
  const args = ['apply', '--cached', '--binary', '--whitespace=nowarn']
  const applied = await git(args, { variables, input: part })
  if (!applied.ok) return refuse('not_apart', `These changes cannot be separated: ${applied.refusal.message}`)
  const tree = await git(['write-tree'])
  return tree.ok ? ok(tree.value.toString('utf8').trim()) : tree
}
