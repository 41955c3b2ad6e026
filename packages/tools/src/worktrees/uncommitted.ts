import { mkdir, rm } from 'node:fs/promises'
import { ok, type Result } from '@convene/domain'
import { gitIn } from '../git/repository.ts'
import { withScratch } from './scratch.ts'
import { objectsFolder, type WorktreeRecord } from './worktree-record.ts'

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
export async function bringChanges(folder: string, record: WorktreeRecord): Promise<Result<unknown>> {
  const { base, start = base } = record
  return withScratch(folder, record, async (scratch) => {
    const variables = { ...scratch, GIT_WORK_TREE: folder }
    const git = (...args: readonly string[]) => gitIn(record, { args, folder, variables })
    const listed = await git('read-tree', base)
    if (!listed.ok) return listed
    await git('update-index', '-q', '--refresh')
    return git('read-tree', '-m', '-u', base, start)
  })
}
