import { ok, type Result } from '@convene/domain'
import { branchOf } from '../git/working-trees.ts'
import { beginningOf, type WorktreeRecord, type WorktreeWorker } from '../worktrees/worktree-record.ts'
import { withRecord } from '../worktrees/worktrees.ts'
import { patchBetween, type Trees, treeAt, withTrees } from './trees.ts'

/** A build's change in two parts: what is kept, and the rest. Together they lead from its beginning to its files. */
export type BuildChange = {
  readonly base: { readonly commit: string; readonly branch: string | null }
  readonly kept: string
  readonly open: string
  readonly whole: string
  /** The lines of a file before (`old`) or after the build. Undefined if it is not there. */
  lines(path: string, side: 'old' | 'new'): Promise<readonly string[] | undefined>
}

/** Reads and lands what was built in a worktree. */
export type Builds = {
  changeOf(worker: WorktreeWorker, keptTree: string | null): Promise<Result<BuildChange>>
}

export const builds = (home: string): Builds => ({
  changeOf: (worker, keptTree) => withRecord(home, worker, (folder, record) => changeOf(folder, record, keptTree)),
})

async function changeOf(folder: string, record: WorktreeRecord, keptTree: string | null): Promise<Result<BuildChange>> {
  const read = await withTrees(folder, record, async (trees) => {
    const built = await treeAt(trees, folder)
    if (!built.ok) return built
    const start = beginningOf(record)
    const middle = keptTree ?? start
    const patches: string[] = []
    for (const [from, to] of [
      [start, middle],
      [middle, built.value],
      [start, built.value],
    ] as const) {
      const patch = from === to ? ok(Buffer.alloc(0)) : await patchBetween(trees, from, to)
      if (!patch.ok) return patch
      patches.push(patch.value.toString('utf8'))
    }
    const [kept = '', open = '', whole = ''] = patches
    return ok({ kept, open, whole, old: middle, new: built.value })
  })
  if (!read.ok) return read
  const { kept, open, whole, ...sides } = read.value
  const base = { commit: record.base, branch: await branchOf(record.root) }
  const lines: BuildChange['lines'] = (path, side) =>
    withTrees(folder, record, async (trees) => linesOf(trees, `${sides[side]}:${path}`))
  return ok({ base, kept, open, whole, lines })
}

async function linesOf({ git }: Trees, blob: string): Promise<readonly string[] | undefined> {
  const found = await git(['cat-file', 'blob', blob])
  return found.ok ? found.value.toString('utf8').split(/\r?\n/u) : undefined
}
