import { mkdir, rm } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { ok, type Result } from '@convene/domain'
import { gitIn } from '../git/repository.ts'
import { quotedPath, withScratch } from './scratch.ts'
import { beginningOf, objectsFolder, type WorktreeRecord } from './worktree-record.ts'

/**
 * The current content of the workspace as a tree: committed or not, but without ignored files. Its objects are stored
 * next to the worktree, so the repository contains only what the user put there.
 */
export async function keepTree(folder: string, record: WorktreeRecord): Promise<Result<string>> {
  await rm(objectsFolder(folder), { recursive: true, force: true })
  await mkdir(objectsFolder(folder), { recursive: true, mode: 0o700 })
  return withScratch(folder, record, async (scratch) => {
    const variables = { ...scratch, GIT_OBJECT_DIRECTORY: objectsFolder(folder), GIT_WORK_TREE: record.root }
    const git = (...args: readonly string[]) => gitIn(record, { args, folder: record.root, variables })
    const where = record.inside === '' ? [] : ['--', record.inside]
    for (const args of [
      ['read-tree', record.base],
      ['add', '--all', ...where],
    ]) {
      const done = await git(...args)
      if (!done.ok) return done
    }
    const tree = await git('write-tree')
    return tree.ok ? ok(tree.value.toString('utf8').trim()) : tree
  })
}

/** Updates the files of a worktree from its commit to the tree that it starts with. */
export const bringChanges = (folder: string, record: WorktreeRecord): Promise<Result<unknown>> =>
  bringTree(folder, record, { from: record.base, tree: beginningOf(record) })

type Brought = { readonly from: string; readonly tree: string; readonly objects?: string }

/** Updates the files of a worktree from one tree to another. `objects`: where else that tree may be. */
export async function bringTree(
  folder: string,
  record: WorktreeRecord,
  { from, tree, objects }: Brought,
): Promise<Result<unknown>> {
  return withScratch(folder, record, async (scratch) => {
    const known = scratch.GIT_ALTERNATE_OBJECT_DIRECTORIES
    const all = objects === undefined ? known : [known, quotedPath(objects)].join(delimiter)
    const variables = { ...scratch, GIT_WORK_TREE: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: all ?? '' }
    const git = (...args: readonly string[]) => gitIn(record, { args, folder, variables })
    const listed = await git('read-tree', from)
    if (!listed.ok) return listed
    await git('update-index', '-q', '--refresh')
    return git('read-tree', '-m', '-u', from, tree)
  })
}
