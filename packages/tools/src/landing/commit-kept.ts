import { join } from 'node:path'
import { type LandingConflict, ok, type Result, refuse } from '@convene/domain'
import { askGit } from '@convene/platform'
import { type Trees, withTrees } from '../build/trees.ts'
import { gitIn } from '../git/repository.ts'
import { mergeTrees } from '../merge/merge-trees.ts'
import { beginningOf, type WorktreeRecord } from '../worktrees/worktree-record.ts'
import { named, treeChanges } from './tree-changes.ts'

/** Who commits, as git knows the user. */
export type Author = { readonly name: string; readonly email: string }

export type CommitRequest = {
  /** The tree of what is kept. */
  readonly kept: string
  readonly message: string
  readonly author: Author
  /** What was committed before, each with the tree of what was kept then. */
  readonly earlier?: readonly { readonly commit: string; readonly tree: string | null }[]
  /** A new branch, which is not checked out. Absent: the one that is. */
  readonly branch?: string | undefined
}

export type Committed =
  | { readonly commit: string; readonly branch: string; readonly files: readonly string[] }
  | { readonly conflicts: readonly LandingConflict[] }

/**
 * Commits what is kept of a build, and nothing else: the user's other changes stay uncommitted, and what they have staged
 * stays staged. No hook and no other program runs.
 */
export const commitKept = (
  folder: string,
  record: WorktreeRecord,
  request: CommitRequest,
): Promise<Result<Committed>> => withTrees(folder, record, (trees) => commitIn(trees, request))

async function commitIn(trees: Trees, request: CommitRequest): Promise<Result<Committed>> {
  const { record } = trees
  const head = await headOf(record.root)
  if (!head.ok) return head
  const before = await treeOf(trees, head.value.commit)
  if (!before.ok) return before
  const start = await treeOf(trees, (await committedIn(record, head.value, request)) ?? beginningOf(record))
  if (!start.ok) return start
  const merged = await mergeTrees(trees, { base: start.value, ours: before.value, theirs: request.kept })
  if (!merged.ok) return merged
  if ('conflicts' in merged.value) return ok(merged.value)
  const { tree } = merged.value
  if (tree === before.value) return refuse('nothing_to_commit', 'What is kept is committed already.')
  const changes = await treeChanges(trees, before.value, tree)
  if (!changes.ok) return changes
  const stored = await store(trees, tree, head.value.commit)
  if (!stored.ok) return stored
  const commit = await commitOf(trees, tree, head.value.commit, request)
  if (!commit.ok) return commit
  const files = changes.value.map((change) => named(change).path)
  const moved = await advance(trees, { head: head.value, before: before.value, tree, commit: commit.value }, request)
  return moved.ok
    ? ok('conflicts' in moved.value ? moved.value : { commit: commit.value, ...moved.value, files })
    : moved
}

/**
 * The tree of what was kept at the last commit that is still there. What was undone since is taken out of the next one.
 */
async function committedIn(
  { root }: WorktreeRecord,
  { commit: head }: Head,
  { earlier = [] }: CommitRequest,
): Promise<string | undefined> {
  for (const { commit, tree } of earlier.toReversed()) {
    const found = await askGit({ args: ['merge-base', '--is-ancestor', commit, head], folder: root })
    if (found.ok && tree !== null) return tree
  }
  return undefined
}

type Head = { readonly commit: string; readonly branch: string | null; readonly gitDir: string }

async function headOf(root: string): Promise<Result<Head>> {
  const ask = (...args: readonly string[]) => askGit({ args, folder: root })
  const [commit, gitDir] = [
    await ask('rev-parse', '--verify', 'HEAD^{commit}'),
    await ask('rev-parse', '--absolute-git-dir'),
  ]
  if (!commit.ok) return commit
  if (!gitDir.ok) return gitDir
  const branch = await ask('symbolic-ref', '--quiet', 'HEAD')
  return ok({ commit: commit.value, branch: branch.ok ? branch.value : null, gitDir: gitDir.value })
}

async function treeOf({ git }: Trees, name: string): Promise<Result<string>> {
  const found = await git(['rev-parse', '--verify', '--end-of-options', `${name}^{tree}`])
  return found.ok ? ok(found.value.toString('utf8').trim()) : found
}

/** Gives the repository the objects of a tree that it does not have yet. */
async function store({ git, record }: Trees, tree: string, known: string): Promise<Result<unknown>> {
  const packed = await git(['pack-objects', '--stdout', '--revs', '--quiet'], {
    input: Buffer.from(`${tree}\n^${known}\n`),
  })
  if (!packed.ok) return packed
  return gitIn(record, { args: ['unpack-objects', '-q'], folder: record.common, input: packed.value })
}

async function commitOf(
  { record }: Trees,
  tree: string,
  parent: string,
  { message, author }: CommitRequest,
): Promise<Result<string>> {
  const people = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, author.name],
    [`GIT_${who}_EMAIL`, author.email],
  ])
  const args = ['commit-tree', '--no-gpg-sign', tree, '-p', parent]
  const call = { args, folder: record.common, variables: Object.fromEntries(people), input: Buffer.from(message) }
  const made = await gitIn(record, call)
  return made.ok ? ok(made.value.toString('utf8').trim()) : made
}

type Step = { readonly head: Head; readonly before: string; readonly tree: string; readonly commit: string }

/** Moves the branch. The index comes first: interrupted in between, what would be committed is staged. */
async function advance(
  trees: Trees,
  { head, before, tree, commit }: Step,
  { branch }: CommitRequest,
): Promise<Result<{ readonly branch: string } | { readonly conflicts: readonly LandingConflict[] }>> {
  const { record } = trees
  const git = (args: readonly string[], input?: Buffer) =>
    gitIn(record, { args, folder: record.root, variables: { GIT_DIR: head.gitDir }, ...(input && { input }) })
  if (branch !== undefined) {
    const name = `refs/heads/${branch}`
    const valid = await git(['check-ref-format', name])
    if (!valid.ok || branch.startsWith('-')) return refuse('bad_branch', `Invalid branch name "${branch}".`)
    const made = await git(['update-ref', name, commit, '0'.repeat(commit.length)])
    return made.ok
      ? ok({ branch })
      : refuse('branch_exists', `The branch ${branch} cannot be created: ${made.refusal.message}`)
  }
  const staged = await stageIn(trees, git, { before, tree, gitDir: head.gitDir })
  if (!staged.ok) return staged
  if ('conflicts' in staged.value) return ok(staged.value)
  const moved = await git(['update-ref', '-m', 'commit by convene', 'HEAD', commit, head.commit])
  if (moved.ok) return ok({ branch: head.branch?.replace(/^refs\/heads\//u, '') ?? 'HEAD' })
  await git(['update-index', '-z', '--index-info'], staged.value.undo)
  return moved
}

type Git = (args: readonly string[], input?: Buffer) => Promise<Result<Buffer>>

/** Brings the committed changes into the index, next to what the user has staged. */
async function stageIn(
  trees: Trees,
  git: Git,
  { before, tree, gitDir }: { readonly before: string; readonly tree: string; readonly gitDir: string },
): Promise<Result<{ readonly undo: Buffer } | { readonly conflicts: readonly LandingConflict[] }>> {
  const index = await trees.git(['write-tree'], { variables: { GIT_INDEX_FILE: join(gitDir, 'index') } })
  if (!index.ok) return refuse('unfinished', `What is staged cannot be read: ${index.refusal.message}`)
  const ours = index.value.toString('utf8').trim()
  const merged = await mergeTrees(trees, { base: before, ours, theirs: tree })
  if (!merged.ok) return merged
  if ('conflicts' in merged.value)
    return ok({
      conflicts: merged.value.conflicts.map(({ path }) => ({ path, reason: 'you have staged other changes of it' })),
    })
  const [there, back] = [await entries(trees, ours, merged.value.tree), await entries(trees, merged.value.tree, ours)]
  if (!there.ok) return there
  if (!back.ok) return back
  const set = await git(['update-index', '-z', '--index-info'], there.value)
  if (!set.ok) return set
  await git(['update-index', '-q', '--refresh'])
  return ok({ undo: back.value })
}

/** What leads an index from one tree to another. */
async function entries({ git }: Trees, from: string, to: string): Promise<Result<Buffer>> {
  const said = await git(['diff-tree', '-r', '--raw', '-z', '--no-renames', '--no-abbrev', from, to])
  if (!said.ok) return said
  const parts = said.value.toString('latin1').split('\0')
  const lines: string[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , blob = ''] = (parts[at] ?? '').slice(1).split(' ')
    lines.push(`${mode} ${blob}\t${parts[at + 1]}\0`)
  }
  return ok(Buffer.from(lines.join(''), 'latin1'))
}
