import { type Event, ok, type Result, refuse, type Session } from '@convene/domain'
import { readPublic } from '@convene/engine'
import type { ReviewFile, ReviewHunk } from '@convene/reading'
import { revertDiff } from '@convene/tools'
import type { Program } from '../program.ts'
import { revertChange } from '../sessions/changes.ts'
import { recordBuild } from './record.ts'
import { newestChanges, type RecordedFile, recordedFiles } from './recorded-files.ts'

/**
 * Takes changes back that were made in the workspace itself: all of them, or some of a file's lines. Newest first, since
 * a later change may have changed the same lines. Each exactly, or not at all.
 */
export async function undoInPlace(
  program: Program,
  session: Session,
  hunks: readonly string[] | undefined,
): Promise<Result<readonly string[]>> {
  const { log } = await program.store()
  const events = await readPublic(log, session.id)
  const recorded = recordedFiles(session, events)
  if (hunks === undefined) return undoAll(program, session, { events, recorded })
  return undoEach(
    program,
    session,
    openIn(recorded, (id) => hunks.includes(id)),
  )
}

type Known = { readonly events: readonly Event[]; readonly recorded: readonly RecordedFile[] }

/** A change of which some lines are undone already no longer fits as a whole: its other lines are undone one by one. */
async function undoAll(
  program: Program,
  session: Session,
  { events, recorded }: Known,
): Promise<Result<readonly string[]>> {
  const notes: string[] = []
  for (const { name, event, reverted: before } of newestChanges(session, events).toReversed()) {
    const files = recorded.filter(({ seq }) => seq === event.seq)
    const open = openIn(files)
    if (open.length === 0 && (before || files.length > 0)) continue
    const isWhole = !before && files.every(({ file }) => file.hunks.every(({ state }) => state !== 'undone'))
    if (isWhole) {
      const reverted = await revertChange(program, session.id, name)
      notes.push(reverted.ok ? `Undone: ${reverted.value.what}` : `Not undone: ${reverted.refusal.message}`)
    } else {
      const rest = await undoEach(program, session, open)
      notes.push(...(rest.ok ? rest.value : [`Not undone: ${rest.refusal.message}`]))
    }
  }
  return ok(notes)
}

/** Newest change first, and from the end of each file, so that the numbers of the lines above still hold. */
const openIn = (files: readonly RecordedFile[], isWanted = (_: string): boolean => true): readonly Found[] =>
  files.toReversed().flatMap(({ file }) =>
    file.hunks
      .filter(({ id, state }) => state !== 'undone' && isWanted(id))
      .map((hunk) => ({ file, hunk }))
      .toReversed(),
  )

type Found = {
  readonly file: Pick<ReviewFile, 'path' | 'status'>
  readonly hunk: Omit<ReviewHunk, 'by'>
}

async function undoEach(
  program: Program,
  session: Session,
  wanted: readonly Found[],
): Promise<Result<readonly string[]>> {
  const notes: string[] = []
  let refused: Result<never> | undefined
  for (const found of wanted) {
    const undone = await undoOne(program, session, found)
    if (!undone.ok) refused ??= undone
    notes.push(undone.ok ? `Undone in ${found.file.path}` : `Not undone: ${undone.refusal.message}`)
  }
  return refused && notes.every((note) => note.startsWith('Not undone')) ? refused : ok(notes)
}

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

/** Only the hunk with the whole file creates or deletes it: a file that was added may have been edited later. */
const patchOf = ({ status }: Found['file'], hunk: Found['hunk']): string =>
  [
    status === 'added' && hunk.oldStart === 0 ? '--- /dev/null' : '--- a/file',
    status === 'deleted' && hunk.newStart === 0 ? '+++ /dev/null' : '+++ b/file',
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
    '',
  ].join('\n')
