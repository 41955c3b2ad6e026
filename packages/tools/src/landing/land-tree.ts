import { join } from 'node:path'
import { type LandingConflict, type MergedCheck, type OwnChange, ok, type Result } from '@convene/domain'
import { type Trees, treeAt } from '../build/trees.ts'
import { inTurn } from '../change/in-turn.ts'
import { mergeTrees } from '../merge/merge-trees.ts'
import type { WorktreeRecord } from '../worktrees/worktree-record.ts'
import { type Journal, readJournal, removeJournal, writeJournal } from './journal.ts'
import { ownChange, withOwn } from './own-changes.ts'
import { stageChanges } from './stage-changes.ts'
import { named, type TreeChange, treeChanges, unwritable } from './tree-changes.ts'
import { ChangedMeanwhile, takeBack, tidy, writeFiles } from './write-files.ts'

/** What was written into the user's files, or why nothing was. */
export type Landed =
  | {
      readonly state: 'landed'
      readonly files: readonly string[]
      readonly tree: string
      readonly checks: readonly MergedCheck[]
      readonly own?: OwnChange | undefined
    }
  | Refused
export type Refused = {
  readonly state: 'refused'
  readonly reason: string
  readonly conflicts: readonly LandingConflict[]
  readonly checks: readonly MergedCheck[]
}

/** Looks at the merged files before they are written. Undefined: nothing speaks against them. */
export type Verify = (tree: string) => Promise<{ readonly checks: readonly MergedCheck[]; readonly reason?: string }>

export type Landing = {
  readonly id: string
  /** The tree of what is kept now, and of what is to be kept. */
  readonly from: string
  readonly to: string
  readonly verify: Verify
  /** What stays the user's if the build is undone. Undefined: the build is kept. */
  readonly own: readonly OwnChange[] | undefined
}

/**
 * Brings what leads from one tree to another into the user's files, by a merge of three trees: all of it or nothing.
 * Uncommitted work is part of the merge. The index, the branches and HEAD are left alone.
 */
export async function landTree(trees: Trees, { id, from, to, verify, own }: Landing): Promise<Result<Landed>> {
  const { root, inside } = trees.record
  const ours = await treeAt(trees, root)
  if (!ours.ok) return ours
  const three = { base: from, ours: ours.value, theirs: to }
  const all = await mergeTrees(trees, three)
  const merged = all.ok && 'tree' in all.value && own ? await withOwn(trees, all.value.tree, own) : all
  if (!merged.ok) return merged
  if ('conflicts' in merged.value) return ok(conflicting(merged.value.conflicts))
  const { tree } = merged.value
  const shared = own ? ok(undefined) : await ownChange(trees, three, tree)
  if (!shared.ok) return shared
  const read = await treeChanges(trees, ours.value, tree)
  if (!read.ok) return read
  const impossible = unwritable(read.value)
  if (impossible.length > 0) return ok(refused('Not everything can be written', impossible))
  const changes = read.value.map(named)
  const { checks, reason } = await verify(tree)
  if (reason !== undefined) return ok({ ...refused(reason), checks })
  const staged = await stage(trees, { ours: ours.value, tree }, changes)
  if (!staged.ok) return staged
  if ('conflicts' in staged.value)
    return ok({ ...refused('Your files changed at the same time', staged.value.conflicts), checks })
  const aside = join(root, inside, `.convene-${id.toLowerCase()}`)
  const noted = { id, tree: to, root, aside, ...(shared.value && { own: shared.value }) }
  const journal = { ...noted, writes: [...staged.value.writes], checks: [...checks], isDone: false }
  writeJournal(trees.folder, journal)
  return ok(await carryOut(trees.folder, trees.record, journal))
}

type Staged = { readonly writes: Journal['writes'] } | { readonly conflicts: readonly LandingConflict[] }

/** What is noted about the user's files must be what was merged: nothing may have changed in between. */
async function stage(
  trees: Trees,
  { ours, tree }: { readonly ours: string; readonly tree: string },
  changes: readonly TreeChange[],
): Promise<Result<Staged>> {
  const staged = await stageChanges(trees, tree, changes)
  if (!staged.ok) return staged
  const inTheWay = changes.flatMap(({ path, before }, at) =>
    before === null && staged.value[at]?.before !== null
      ? [{ path, reason: 'a file that git ignores is in its place' }]
      : [],
  )
  if (inTheWay.length > 0) return ok({ conflicts: inTheWay })
  const known = changes.filter(({ before }) => before !== null).map(({ path }) => path)
  const now = await treeAt(trees, trees.record.root, { tree: ours, files: known })
  if (!now.ok) return now
  if (now.value === ours) return ok({ writes: [...staged.value] })
  const moved = await treeChanges(trees, ours, now.value)
  if (!moved.ok) return moved
  return ok({ conflicts: moved.value.map((change) => ({ path: named(change).path, reason: CHANGED })) })
}

const CHANGED = 'it was changed at the same time'

/** Finishes the change of a journal, or takes it back. No worktree starts with half of it. */
const carryOut = (folder: string, { workspace }: WorktreeRecord, journal: Journal): Promise<Landed> =>
  inTurn(`worktrees of ${workspace}`, () => carryOutNow(folder, journal))

async function carryOutNow(folder: string, journal: Journal): Promise<Landed> {
  try {
    if (!journal.isDone) await writeFiles(folder, journal)
    writeJournal(folder, { ...journal, isDone: true })
    await tidy(journal)
    const { tree, writes, checks, own } = journal
    return { state: 'landed', files: writes.map(({ path }) => path), tree, checks, ...(own && { own }) }
  } catch (error) {
    const left = await takeBack(journal)
    const rest = left === undefined ? '' : ` What was there before is in ${left}.`
    if (!(error instanceof ChangedMeanwhile))
      return refused(`Your files could not be written: ${(error as Error).message}.${rest}`)
    return refused(`Your files changed at the same time.${rest}`, [{ path: error.path, reason: CHANGED }])
  }
}

/** Finishes what a process that died has begun. Undefined: nothing was begun, so nothing has changed. */
export async function finishLanding(
  folder: string,
  record: WorktreeRecord,
): Promise<(Landed & { readonly id: string }) | undefined> {
  const journal = await readJournal(folder)
  return journal && { ...(await carryOut(folder, record, journal)), id: journal.id }
}

/** The outcome is recorded: nothing is left to finish. */
export const settled = (folder: string): Promise<void> => removeJournal(folder)

const conflicting = (conflicts: readonly LandingConflict[]): Refused =>
  refused('Your files and the build differ', conflicts)

const refused = (reason: string, conflicts: readonly LandingConflict[] = []): Refused => ({
  state: 'refused',
  reason,
  conflicts,
  checks: [],
})
