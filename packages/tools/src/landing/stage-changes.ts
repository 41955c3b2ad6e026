import { chmod, lstat, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result } from '@convene/domain'
import { removeTree } from '@convene/platform'
import type { Trees } from '../build/trees.ts'
import { FOLDER, fileState } from './file-state.ts'
import { type FileWrite, landingFolder, stagedAt } from './journal.ts'
import type { TreeChange } from './tree-changes.ts'

/** Prepares the new content of files next to the worktree, as git would check it out, and notes what is there now. */
export async function stageChanges(
  trees: Trees,
  tree: string,
  changes: readonly TreeChange[],
): Promise<Result<readonly FileWrite[]>> {
  const { git, folder, record, place } = trees
  await removeTree(landingFolder(folder))
  await mkdir(join(landingFolder(folder), 'files'), { recursive: true, mode: 0o700 })
  const wanted = changes.filter(({ after }) => after !== null).map(({ path }) => path)
  const variables = { GIT_WORK_TREE: place }
  const listed = await git(['read-tree', tree], { variables })
  if (!listed.ok) return listed
  const args = ['checkout-index', '-z', '--stdin', `--prefix=${join(landingFolder(folder), 'files')}/`]
  const staged = await git(args, { variables, input: Buffer.from(wanted.map((path) => `${path}\0`).join('')) })
  if (!staged.ok) return staged
  const writes: FileWrite[] = []
  for (const change of changes) writes.push(await writeOf(folder, record.root, change))
  return ok(writes)
}

async function writeOf(folder: string, root: string, { path, before, after }: TreeChange): Promise<FileWrite> {
  const [target, staged] = [join(root, path), stagedAt(folder, path)]
  const state = after === null ? null : await fileState(staged)
  if (state?.startsWith('file ') || state?.startsWith('program ')) await settle(staged)
  const mode = state === null ? 0 : await modeFor(target, staged)
  const there = await fileState(target)
  // A folder can be in the way only until its last file is removed.
  return { path, before: there === FOLDER && before === null ? null : there, after: state, mode }
}

/** The user's permissions stay, apart from whether it is a program. */
async function modeFor(target: string, staged: string): Promise<number> {
  const [was, is] = [await lstat(target).catch(() => undefined), await lstat(staged)]
  if (!was?.isFile()) return is.mode & 0o777
  const isProgram = (is.mode & 0o100) !== 0
  const usual = was.mode & 0o777
  return isProgram ? usual | ((usual & 0o444) >> 2) : usual & ~0o111
}

/** On the disk, so that a machine that loses power does not put an empty file in place of a full one. */
async function settle(path: string): Promise<void> {
  await chmod(path, ((await lstat(path)).mode & 0o777) | 0o600)
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
