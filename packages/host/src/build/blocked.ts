import { noBuild, type Session } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import type { SessionChange } from './build-change.ts'

/** Why the changes cannot be kept, undone, committed or proposed now. Null: they can. */
export function blockedIn(session: Session, { place, files }: SessionChange): BuildReview['blocked'] {
  const { landing, commits } = session.build ?? noBuild
  const states = files.flatMap(({ hunks }) => hunks.map(({ state }) => state))
  const running = landing?.state === 'running' ? 'Your files are being changed right now.' : null
  const nothing = states.length === 0 ? 'Nothing was changed.' : null
  const inPlace = place === 'workspace' ? 'The changes are already in your files.' : null
  const unkept = states.includes('kept') ? null : unkeptText(commits.at(-1))
  return {
    keep: running ?? nothing ?? inPlace ?? (states.every((state) => state === 'kept') ? 'Everything is kept.' : null),
    undo: running ?? nothing ?? (states.every((state) => state === 'undone') ? 'Everything is undone.' : null),
    commit: running ?? nothing ?? inPlace ?? unkept,
    pullRequest: running ?? nothing ?? inPlace ?? unkept,
  }
}

const unkeptText = (last: { readonly commit: string } | undefined): string =>
  last === undefined
    ? 'Nothing is kept yet.'
    : `Nothing is kept any more. To take the commit back: git revert ${last.commit.slice(0, 8)}`
