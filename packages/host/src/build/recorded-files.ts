import { type Event, type FilePatch, readPatch, type Session } from '@convene/domain'
import { type NamedHunk, namedHunks } from '@convene/reading'
import { changesIn, type SessionFileChange } from '../sessions/changes.ts'

/** A file's hunks, and whether they are kept. */
export type ChangedFile = Omit<FilePatch, 'hunks'> & {
  readonly hunks: readonly (NamedHunk & { readonly state: 'open' | 'kept' | 'undone' })[]
}

/** What one recorded change did to a file. */
export type RecordedFile = { readonly seq: number; readonly text: string; readonly file: ChangedFile }

/**
 * The files that the newest run has changed in the workspace, change by change: a file may be there several times. Two
 * changes may add the same lines, so the name of a hunk has the number of its change.
 */
export function recordedFiles(session: Session, events: readonly Event[]): readonly RecordedFile[] {
  const isUndone = undoneIn(events)
  return newestChanges(session, events).flatMap(({ event: { seq, data } }) =>
    readPatch(data.text ?? '').map((file) => {
      const hunks = namedHunks(file).map((hunk) => {
        const id = `${hunk.id}.${seq}`
        return { ...hunk, id, state: isUndone(id, data.id) ? 'undone' : 'kept' } as const
      })
      return { seq, text: data.text ?? '', file: { ...file, hunks } }
    }),
  )
}

/** The changes of the newest run, which are those that a review shows. */
export const newestChanges = ({ run }: Session, events: readonly Event[]): readonly SessionFileChange[] =>
  changesIn(events).filter(({ event }) => event.run === undefined || event.run === run?.id)

/** Whether a hunk is undone, alone or with its whole change. What happened to it last counts. */
function undoneIn(events: readonly Event[]): (hunk: string, change: string) => boolean {
  const last = new Map<string, { readonly seq: number; readonly undone: boolean }>()
  for (const { type, data, seq } of events) {
    if (type === 'artifact.reverted') last.set(data.artifact, { seq, undone: true })
    if (type === 'build.marked') for (const id of data.hunks) last.set(id, { seq, undone: data.undone })
  }
  return (hunk, change) => {
    const [alone, whole] = [last.get(hunk), last.get(change)]
    return ((alone?.seq ?? 0) > (whole?.seq ?? 0) ? alone : whole)?.undone ?? false
  }
}
