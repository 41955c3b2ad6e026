import { ok, type Result, refuse, type Session } from '@convene/domain'
import { readPublic } from '@convene/engine'
import type { BuildReview, ReviewFile, ReviewHunk } from '@convene/reading'
import { revertDiff } from '@convene/tools'
import type { Program } from '../program.ts'
import { changesIn, revertChange } from '../sessions/changes.ts'
import { recordBuild } from './record.ts'

/**
 * Takes changes back that were made in the workspace itself: all of them, newest first, or some of a file's lines. Each
 * exactly, or not at all.
 */
export async function undoInPlace(
  program: Program,
  session: Session,
  review: BuildReview,
  hunks: readonly string[] | undefined,
): Promise<Result<readonly string[]>> {
  if (hunks === undefined) return undoAll(program, session)
  const notes: string[] = []
  for (const id of hunks) {
    const found = review.files.flatMap((file) =>
      file.hunks.filter((hunk) => hunk.id === id).map((hunk) => ({ file, hunk })),
    )[0]
    if (!found) return refuse('unknown_hunk', `No change "${id}" in this review.`)
    const undone = await undoOne(program, session, found)
    if (!undone.ok) return undone
    notes.push(`Undone in ${found.file.path}`)
  }
  return ok(notes)
}

async function undoAll(program: Program, { id }: Session): Promise<Result<readonly string[]>> {
  const { log } = await program.store()
  const changes = changesIn(await readPublic(log, id)).filter(({ reverted }) => !reverted)
  const notes: string[] = []
  for (const { name } of changes.toReversed()) {
    const reverted = await revertChange(program, id, name)
    notes.push(reverted.ok ? `Undone: ${reverted.value.what}` : `Not undone: ${reverted.refusal.message}`)
  }
  return ok(notes)
}

type Found = { readonly file: ReviewFile; readonly hunk: ReviewHunk }

async function undoOne(program: Program, session: Session, { file, hunk }: Found): Promise<Result<true>> {
  if (hunk.kind === 'file') return refuse('no_diff', `${file.path} has no lines that could be undone alone: undo all.`)
  const reverted = await revertDiff(session.workspace, {
    kind: 'diff',
    title: file.path,
    path: file.path,
    text: patchOf(file, hunk),
  })
  if (!reverted.ok) return reverted
  return recordBuild(program, session, { record: 'marked', hunks: [hunk.id], undone: true })
}

const patchOf = ({ path, status }: ReviewFile, hunk: ReviewHunk): string =>
  [
    status === 'added' ? '--- /dev/null' : `--- a/${path}`,
    status === 'deleted' ? '+++ /dev/null' : `+++ b/${path}`,
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
    '',
  ].join('\n')
