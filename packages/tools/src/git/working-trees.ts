import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { askGit } from '@convene/platform'
import { findRepository, gitIn } from './repository.ts'

/** A folder in which a repository is checked out, and its branch. */
export type WorkingTree = { readonly path: string; readonly branch: string | null; readonly main: boolean }

/** A folder's branch, or null if it has none or is not in a repository. */
export async function branchOf(folder: string): Promise<string | null> {
  const branch = await askGit({ args: ['symbolic-ref', '--short', '--quiet', 'HEAD'], folder })
  return branch.ok && branch.value !== '' ? branch.value : null
}

/** Every folder in which the workspace's repository is checked out, the main one first. */
export async function workingTrees(workspace: string): Promise<Result<readonly WorkingTree[]>> {
  const listed = await askGit({ args: ['worktree', 'list', '--porcelain', '-z'], folder: workspace })
  if (!listed.ok) return listed
  const blocks = listed.value.split('\0\0').filter((block) => block !== '')
  return ok(blocks.map((block, index) => treeOf(block, index === 0)).filter(({ path }) => path !== ''))
}

function treeOf(block: string, main: boolean): WorkingTree {
  const lines = block.split('\0')
  const of = (word: string) => lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1)
  return { path: of('worktree') ?? '', branch: of('branch')?.replace(/^refs\/heads\//u, '') ?? null, main }
}

/** Checks out the last commit on a new branch, in a folder next to the repository. */
export async function addWorkingTree(workspace: string, branch: string): Promise<Result<WorkingTree>> {
  const found = await findRepository(workspace)
  if (!found.ok) return refuse('no_repository', `Cannot create a worktree of ${workspace}: ${found.refusal.message}.`)
  const valid = await askGit({ args: ['check-ref-format', '--branch', branch], folder: workspace })
  if (!valid.ok || branch.startsWith('-')) return refuse('bad_branch', `Invalid branch name "${branch}".`)
  const { root, head } = found.value
  const path = join(dirname(root), `${basename(root)}-${branch.replaceAll(/[^\w.-]+/gu, '-')}`)
  if (await lstat(path).catch(() => undefined)) return refuse('folder_exists', `${path} already exists.`)
  const args = ['worktree', 'add', '--quiet', '-b', branch, '--end-of-options', path, head]
  const made = await gitIn(found.value, { args, folder: root })
  return made.ok ? ok({ path: await realpath(path), branch, main: false }) : made
}
