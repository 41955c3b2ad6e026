import type { Event, Session } from '@convene/domain'
import { type FilePatch, type NamedHunk, namedHunks, readPatch } from '@convene/reading'
import { changesIn, type FileChange } from '../sessions/changes.ts'

/** A file's hunks, and whether they are kept. */
export type ChangedFile = Omit<FilePatch, 'hunks'> & {
  readonly hunks: readonly (NamedHunk & { readonly state: 'open' | 'kept' | 'undone' })[]
}

/** What one recorded change did to a file. */
export type RecordedFile = { readonly seq: number; readonly text: string; readonly file: ChangedFile }

/** The files that the newest run has changed in the workspace, change by change: a file may be there several times. */
export function recordedFiles(session: Session, events: readonly Event[]): readonly RecordedFile[] {
  const undone = undoneIn(events)
  return newestChanges(session, events).flatMap(({ event: { seq, data }, reverted }) =>
    readPatch(data.text ?? '').map((file) => {
      const stateOf = (id: string) => (reverted || (undone.get(id) ?? 0) > seq ? 'undone' : 'kept')
      const hunks = namedHunks(file).map((hunk) => ({ ...hunk, state: stateOf(hunk.id) }) as const)
      return { seq, text: data.text ?? '', file: { ...file, hunks } }
    }),
  )
}

/** The changes of the newest run, which are those that a review shows. */
export const newestChanges = ({ run }: Session, events: readonly Event[]): readonly FileChange[] =>
  changesIn(events).filter(({ event }) => event.run === undefined || event.run === run?.id)

/** When lines were undone last. An agent may make the same change again afterwards. */
function undoneIn(events: readonly Event[]): ReadonlyMap<string, number> {
  const undone = new Map<string, number>()
  for (const event of events) {
    if (event.type !== 'build.marked') continue
    for (const id of event.data.hunks) {
      if (event.data.undone) undone.set(id, event.seq)
      else undone.delete(id)
    }
  }
  return undone
}
