import { isFinal, timesIn, timesText, totalsText } from '@convene/domain'
import { endingParts, verdictOf } from '@convene/reading'
import { Circle, CircleAlert, CircleCheck, CircleSlash, CircleX, Columns2, FileText, Plug } from 'lucide-react'
import { useContext, useMemo } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { PlaceInRecording } from '../../ui/use-now.ts'
import { shownNow } from '../view/mode-view.ts'
import { useSessionStore, useView } from '../view/use-session.ts'
import type { EntryOf, View } from '../view/view.ts'
import { EndingActions } from './ending-actions.tsx'
import { errorIn, lastEnding, pastRunOf } from './endings.ts'
import { PointsMap } from './points-map.tsx'

const icons = { completed: CircleCheck, cancelled: CircleSlash, failed: CircleX, incomplete: CircleAlert }
const looks: { readonly [tone: string]: string } = { good: 'text-good', warning: 'text-warning', bad: 'text-bad' }

/** Longer summaries fade out. The result page has the full text. */
const LONG = 600

/** How a run ended, what it used, its summary, and a link to the result. */
export function EndingCard({ entry }: { readonly entry: EntryOf<'ending'> }) {
  const { state } = entry
  const store = useSessionStore()
  const isNewest = useView((view) => lastEnding(view) === entry.key && isFinal(view.session.run?.phase ?? 'idle'))
  const forked = useView(({ session }) => session.forked)
  const error = useMemo(
    () => (state === 'failed' ? errorIn(store.getState().view, entry) : null),
    [store, entry, state],
  )
  const points = useView((view) => (lastEnding(view) === entry.key ? shownNow(view).points : null))
  const summary = useMemo(() => unsaidOf(store.getState().view, entry), [store, entry])
  return (
    <section
      aria-label="How the run ended"
      className={classes(
        'flex max-w-text flex-col gap-3 rounded-lg border bg-surface p-4',
        state === 'failed' ? 'border-bad' : isIncomplete(entry) ? 'border-warning' : 'border-line',
      )}
    >
      <Head entry={entry} />
      {points && <PointsMap points={points} />}
      {summary && !points && (
        <div className={classes(summary.length > LONG && state !== 'failed' && 'fading-down max-h-60 overflow-hidden')}>
          <Markdown text={summary} />
        </div>
      )}
      {error && (
        <p role={isNewest ? 'alert' : undefined} className="flex items-start gap-2 wrap-anywhere text-bad">
          <span className="min-w-0 flex-1">{error.text}</span>
          {error.count > 1 && <Badge tone="bad">{error.count} times</Badge>}
        </p>
      )}
      <footer className="flex flex-wrap gap-2">
        {isNewest && state !== 'completed' && <EndingActions state={state} />}
        {isNewest && forked?.change && (
          <LinkButton small icon={Columns2} href={`/compare/${forked.from}/${store.id}`}>
            Compare with the original
          </LinkButton>
        )}
        {isNewest && isRehearsalOf(entry) && (
          <LinkButton small icon={Plug} href="/settings/models">
            Connect a model
          </LinkButton>
        )}
        <LinkButton small icon={FileText} href={`/session/${store.id}/result`}>
          Read the result
        </LinkButton>
      </footer>
    </section>
  )
}

const isIncomplete = ({ state, reason }: EntryOf<'ending'>): boolean => state === 'cancelled' && reason !== 'by you'

const isRehearsalOf = ({ state, tone }: EntryOf<'ending'>): boolean => state === 'completed' && tone === 'plain'

function Head({ entry }: { readonly entry: EntryOf<'ending'> }) {
  const { state, text } = entry
  const store = useSessionStore()
  const past = useView((view) => view.past)
  const newest = useView((view) => (lastEnding(view) === entry.key ? view.session.run : null))
  const earlier = useMemo(() => pastRunOf(store.getState().view, past, entry.key), [store, past, entry.key])
  const run = earlier ?? newest
  // Includes costs that became known only after the end.
  const totals = run?.finished?.totals ?? entry.totals
  const verdict = useMemo(() => verdictOf(run), [run])
  const spent = verdict ? endingParts(verdict, totals) : totalsText(totals)
  // The player's clock, which shortens waits, is the only one in a recording.
  const isRecording = useContext(PlaceInRecording) !== null
  const took = timesText(timesIn(totals))
  const Icon = isRehearsalOf(entry) ? Circle : icons[isIncomplete(entry) ? 'incomplete' : state]
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Icon
        aria-hidden
        size={16}
        className={entry.reason === 'by you' ? 'text-muted' : (looks[entry.tone] ?? 'text-muted')}
      />
      <span className="text-md font-semibold">{text}</span>
      <span className="numeric ml-auto text-sm text-muted">
        {(isRecording ? spent.filter((part) => part !== took) : spent).join(' · ')}
      </span>
    </header>
  )
}

/** The summary without the last message if it starts with it, because that is shown right above. */
function unsaidOf({ order, entries }: View, { key, state, ...ending }: EntryOf<'ending'>): string {
  const summary = state === 'completed' ? ending.summary : ending.unsaid
  for (let index = order.lastIndexOf(key) - 1; index >= 0; index -= 1) {
    const entry = entries.get(order[index] ?? '')
    if (entry?.kind !== 'said') continue
    if (entry.cut) return summary.startsWith(entry.text.slice(0, -1)) ? '' : summary
    return entry.text && summary.startsWith(entry.text) ? summary.slice(entry.text.length).trim() : summary
  }
  return summary
}
