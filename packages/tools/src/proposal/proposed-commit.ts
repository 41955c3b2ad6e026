import { ok, type Result, refuse } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { type Trees, withTrees } from '../build/trees.ts'
import { mergeTrees } from '../merge/merge-trees.ts'
import { beginningOf, type WorktreeWorker } from '../worktrees/worktree-record.ts'
import { withRecord } from '../worktrees/worktrees.ts'
import { ownSettings } from './credential-helpers.ts'
import { type PushTarget, pushCommit, remoteHead } from './push.ts'

/** What is pushed: the kept tree, as one commit on top of where the build began or of what was pushed before. */
export type Proposed = { readonly kept: string; readonly message: string; readonly at: number }

/** What was pushed, and whether the branch had it already. */
export type Pushed = { readonly commit: string; readonly wasThere: boolean }

/**
 * Pushes what is kept to a branch of a remote. The user's files, branches and index stay as they are. A branch that has
 * other commits is never overwritten.
 */
export const proposeBranch = (
  home: string,
  worker: WorktreeWorker,
  proposed: Proposed,
  target: PushTarget,
): Promise<Result<Pushed>> =>
  withRecord(home, worker, (folder, record) =>
    withTrees(folder, record, async (trees) => {
      const tree = await ownTree(trees, proposed.kept)
      if (!tree.ok) return tree
      const there = await remoteHead(trees, target)
      return there.ok ? pushTree(trees, { ...proposed, tree: tree.value, before: there.value }, target) : there
    }),
  )

type Prepared = Proposed & {
  readonly tree: string
  /** What the branch has now. */
  readonly before: string | null
}

async function pushTree(trees: Trees, prepared: Prepared, target: PushTarget): Promise<Result<Pushed>> {
  const { before, tree } = prepared
  if (before !== null && !(await knows(trees, before))) return taken(target)
  if (before !== null && (await treeOf(trees, before)) === tree) return ok({ commit: before, wasThere: true })
  const commit = await commitOf(trees, prepared, target)
  if (!commit.ok) return commit
  const pushed = await pushCommit(trees, target, commit.value)
  return pushed.ok ? ok({ commit: commit.value, wasThere: false }) : pushed
}

const taken = ({ branch }: PushTarget): Result<never> =>
  refuse(
    'branch_taken',
    `The branch ${branch} has commits that are not from here. Nothing was pushed. Name another one.`,
  )

/** Only what the build did. The user's own uncommitted changes, which it began with, stay here. */
async function ownTree(trees: Trees, kept: string): Promise<Result<string>> {
  const { record, git } = trees
  const base = await git(['rev-parse', `${record.base}^{tree}`])
  if (!base.ok) return base
  const ours = base.value.toString('utf8').trim()
  if (record.start === undefined) return ok(kept)
  const merged = await mergeTrees(trees, { base: beginningOf(record), ours, theirs: kept })
  if (!merged.ok) return merged
  return 'tree' in merged.value
    ? ok(merged.value.tree)
    : refuse('builds_on_uncommitted', 'The change builds on your uncommitted changes. Commit those first.')
}

const knows = async ({ git }: Trees, commit: string): Promise<boolean> =>
  (await git(['cat-file', '-e', `${commit}^{commit}`])).ok

async function treeOf({ git }: Trees, commit: string): Promise<string | undefined> {
  const found = await git(['rev-parse', `${commit}^{tree}`])
  return found.ok ? found.value.toString('utf8').trim() : undefined
}

/** In the user's name, as git would commit it. The same change at the same time is the same commit. */
async function commitOf(
  trees: Trees,
  { message, at, tree, before }: Prepared,
  { environment }: PushTarget,
): Promise<Result<string>> {
  const date = `@${Math.floor(at / 1_000)} +0000`
  const made = await trees.git(['commit-tree', tree, '-p', before ?? trees.record.base, '-F', '-'], {
    input: Buffer.from(message),
    variables: { ...(await authorOf(trees, environment)), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  })
  return made.ok ? ok(made.value.toString('utf8').trim()) : made
}

async function authorOf({ git }: Trees, environment: Environment): Promise<{ readonly [name: string]: string }> {
  const said = async (key: string, otherwise: string) => {
    const found = await git(['config', '--get', key], { variables: ownSettings(environment) })
    return (found.ok && found.value.toString('utf8').trim()) || otherwise
  }
  const [name, email] = [await said('user.name', 'convene'), await said('user.email', 'convene@localhost')]
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email }
}
