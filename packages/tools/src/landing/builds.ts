import { type OwnChange, ok, type Result, refuse } from '@convene/domain'
import { patchBetween, type Trees, treeAt, withTrees } from '../build/trees.ts'
import { inTurn } from '../change/in-turn.ts'
import { branchOf } from '../git/working-trees.ts'
import { beginningOf, type WorktreeRecord, type WorktreeWorker } from '../worktrees/worktree-record.ts'
import { withRecord } from '../worktrees/worktrees.ts'
import { type CommitRequest, type Committed, commitKept } from './commit-kept.ts'
import { finishLanding, type Landed, landTree, settled, type Verify } from './land-tree.ts'
import { whileLocked } from './landing-lock.ts'
import { type Choose, partialTree } from './partial-tree.ts'

/** A build's change in two parts: what is kept, and the rest. Together they lead from its beginning to its files. */
export type BuildChange = {
  readonly base: { readonly commit: string; readonly branch: string | null }
  readonly kept: string
  readonly open: string
  readonly whole: string
  /** The lines of a file before (`old`) or after the build. Undefined if it is not there. */
  lines(path: string, side: 'old' | 'new'): Promise<readonly string[] | undefined>
}

/**
 * What to bring into the user's files. `keep`: the chosen parts of what is not kept yet. `undo`: of what is kept, only
 * the chosen parts stay. `kept` is the tree of what is kept now.
 */
export type LandingRequest = {
  readonly id: string
  readonly action: 'keep' | 'undo'
  readonly kept: string | null
  readonly choose: Choose | 'nothing'
  /** What was the user's own before it was kept. */
  readonly own?: readonly OwnChange[] | undefined
  readonly verify: Verify
}

/** Reads and lands what was built in a worktree. */
export type Builds = {
  changeOf(worker: WorktreeWorker, keptTree: string | null): Promise<Result<BuildChange>>
  /** Changes the user's files: exactly so, or not at all. `record` stores the outcome, and runs before it is forgotten. */
  land(worker: WorktreeWorker, request: LandingRequest, record: Recorder): Promise<Result<Landed>>
  /** Finishes a landing that a killed process has begun. Undefined: it had changed nothing yet. */
  finish(worker: WorktreeWorker, record: Recorder): Promise<Result<Landed | undefined>>
  /** Commits what is kept, without the user's other changes. */
  commit(worker: WorktreeWorker, request: CommitRequest): Promise<Result<Committed>>
}

/** Stores the outcome of a landing. */
export type Recorder = (landed: Landed) => Promise<void>

export const builds = (home: string): Builds => ({
  changeOf: (worker, keptTree) => withRecord(home, worker, (folder, record) => changeOf(folder, record, keptTree)),
  land: (worker, request, recorder) =>
    withRecord(home, worker, (folder, record) => landNow(folder, record, request, recorder)),
  commit: (worker, request) =>
    withRecord(home, worker, (folder, record) => alone(folder, record, () => commitKept(folder, record, request))),
  finish: (worker, recorder) =>
    withRecord(home, worker, (folder, record) =>
      alone(folder, record, async () => {
        const landed = await finishLanding(folder, record)
        if (!landed) return ok(undefined)
        await recorder(landed)
        await settled(folder)
        return ok(landed)
      }),
    ),
})

/** One landing at a time in a workspace. */
const alone = <T>(folder: string, { workspace }: WorktreeRecord, work: () => Promise<Result<T>>): Promise<Result<T>> =>
  whileLocked(folder, () => inTurn(`landing in ${workspace}`, work))

const landNow = (
  folder: string,
  record: WorktreeRecord,
  request: LandingRequest,
  recorder: Recorder,
): Promise<Result<Landed>> =>
  alone(folder, record, async () => {
    const landed = await withTrees(folder, record, (trees) => landPart(trees, request))
    if (!landed.ok) return landed
    await recorder(landed.value)
    await settled(folder)
    return landed
  })

async function landPart(
  trees: Trees,
  { id, action, kept, choose, verify, own = [] }: LandingRequest,
): Promise<Result<Landed>> {
  const start = beginningOf(trees.record)
  const from = kept ?? start
  const built = action === 'keep' ? await treeAt(trees, trees.folder) : ok(from)
  if (!built.ok) return built
  const before = action === 'keep' ? from : start
  const to = choose === 'nothing' ? ok(before) : await partialTree(trees, before, built.value, choose)
  if (!to.ok) return to
  if (to.value === from) return refuse('nothing_to_land', 'There is nothing to change.')
  return landTree(trees, { id, from, to: to.value, verify, own: action === 'undo' ? own : undefined })
}

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
