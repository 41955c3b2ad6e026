import { type LandingConflict, ok, type Result, refuse } from '@convene/domain'
import type { GitCall } from '@convene/platform'
import { conflictsIn } from './read-conflicts.ts'

/** Git on the repository, with a separate index and a separate place for what it creates. */
type Merging = {
  git(args: readonly string[], more?: Pick<GitCall, 'input' | 'variables' | 'answers'>): Promise<Result<Buffer>>
  readonly place: string
}

/** Three trees of one repository. `base` is what the other two began as. */
export type ThreeTrees = { readonly base: string; readonly ours: string; readonly theirs: string }

/** A merge of three trees is a tree without any conflict, or the conflicts. */
export type Merged = { readonly tree: string } | { readonly conflicts: readonly LandingConflict[] }

/** Merges two trees as git merges two branches, without touching a file, a branch or the index. */
export async function mergeTrees({ git, place }: Merging, trees: ThreeTrees): Promise<Result<Merged>> {
  const { base, ours, theirs } = trees
  if (ours === base || ours === theirs) return ok({ tree: theirs })
  if (theirs === base) return ok({ tree: ours })
  // Attributes say how a file is merged. They are read from the index.
  const listed = await git(['read-tree', ours])
  if (!listed.ok) return listed
  const commits = await commitsOf(git, trees)
  if (!commits.ok) return commits
  const args = ['merge-tree', '--write-tree', '--allow-unrelated-histories', '--name-only', '-z', ...commits.value]
  const said = await git(args, { answers: [CONFLICTS], variables: { ...nobody, GIT_WORK_TREE: place } })
  return said.ok ? ok(readMerged(said.value)) : tooOld(said)
}

const CONFLICTS = 1

const tooOld = (said: Result<never>): Result<never> =>
  !said.ok && /usage:|write-tree/u.test(said.refusal.message)
    ? refuse('old_git', 'Merging needs git 2.38 or later.')
    : said

/** Git merges commits, not trees. These belong to no branch, and the same trees give the same commits. */
async function commitsOf(git: Merging['git'], { base, ours, theirs }: ThreeTrees): Promise<Result<readonly string[]>> {
  const commit = async (tree: string, parents: readonly string[]): Promise<Result<string>> => {
    const args = ['commit-tree', tree, '-m', 'merge', ...parents.flatMap((parent) => ['-p', parent])]
    const made = await git(args, { variables: nobody })
    return made.ok ? ok(made.value.toString('utf8').trim()) : made
  }
  const root = await commit(base, [])
  if (!root.ok) return root
  const [one, other] = [await commit(ours, [root.value]), await commit(theirs, [root.value])]
  if (!one.ok) return one
  return other.ok ? ok([one.value, other.value]) : other
}

const nobody = {
  GIT_AUTHOR_NAME: 'convene',
  GIT_AUTHOR_EMAIL: 'convene@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'convene',
  GIT_COMMITTER_EMAIL: 'convene@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
}

/** The tree alone is a clean merge. With conflicts, the tree contains their markers, so nobody gets it. */
function readMerged(said: Buffer): Merged {
  const [tree = '', ...rest] = said.toString('utf8').split('\0')
  return rest.every((part) => part === '') ? { tree } : { conflicts: conflictsIn(rest) }
}
