import { Avatar } from '../../ui/avatar.tsx'
import { neutral } from '../../ui/text/neutral.ts'
import { wordsOfCode } from '../../ui/text/words.ts'
import { speakersOf } from '../view/seats.ts'
import { useSessionStore } from '../view/use-session.ts'
import type { EntryOf } from '../view/view.ts'

/** The start of a run: goal, mode and team. */
export function OpeningCard({ entry }: { readonly entry: EntryOf<'opening'> }) {
  const { run } = useSessionStore().getState().view.session
  const speakers = run?.number === entry.run ? speakersOf(run) : []
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <span className="font-medium text-ink">Run {entry.run}</span>
      <span>
        {wordsOfCode(entry.mode)} · {entry.team}
        {entry.by !== null && ` · started by ${neutral(entry.by)}`}
      </span>
      <span className="flex gap-1">
        {speakers.map((speaker) => (
          <Avatar key={speaker.slug} {...speaker} size="small" />
        ))}
      </span>
      <span className="sr-only">{speakers.map(({ name }) => name).join(', ')}</span>
    </div>
  )
}
