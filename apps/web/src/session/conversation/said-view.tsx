import { costText, durationText, growingMarks, readPlan, tokensText, withoutOpenMark } from '@convene/domain'
import { standingOf } from '@convene/reading'
import { memo, useContext, useMemo, useState } from 'react'
import { Avatar, inColorOf } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { neutral } from '../../ui/text/neutral.ts'
import { clockText } from '../../ui/text/times.ts'
import { wordsOfCode } from '../../ui/text/words.ts'
import { classes } from '../../ui/theme/classes.ts'
import { PlaceInRecording } from '../../ui/use-now.ts'
import { PlanSteps } from '../dock/plan-steps.tsx'
import { useSessionStore, useSpeaker, useView } from '../view/use-session.ts'
import type { EntryOf } from '../view/view.ts'
import { ClaimList } from './claim-list.tsx'
import { MessageActions } from './message-actions.tsx'
import { PictureRow } from './pictures.tsx'
import { type Stance, shownWith, stanceOf } from './stance.ts'
import { StanceChip } from './stance-chip.tsx'
import { StandingLines } from './standing-lines.tsx'
import { useWhole } from './use-whole.ts'

/** A message. */
export const SaidView = memo(function SaidView(props: { readonly entry: EntryOf<'said'>; readonly compact: boolean }) {
  const { entry, compact } = props
  const { name } = useSpeaker(entry.agent)
  const stance = useStance(entry)
  if (entry.voice === 'user') return <OfUser entry={entry} />
  if (entry.agent === '') return <p className="text-muted">{entry.text}</p>
  return (
    <article
      data-message={entry.id ?? undefined}
      aria-label={entry.id ? `${name}, message ${entry.id}` : undefined}
      className={classes('group flex scroll-mt-12 flex-col gap-2', !compact && 'max-w-text')}
    >
      {!compact && <Head entry={entry} stance={stance} />}
      {compact && (stance || entry.word !== '') && (
        <div className="flex flex-col gap-1">
          <Kind entry={entry} />
          {stance && <StanceChip stance={stance} />}
        </div>
      )}
      <div className={classes('flex flex-col', !compact && 'gap-2 text-md')}>
        <PlanOrWords entry={entry} stance={stance} compact={compact} />
        <ClaimList of={entry.key} marks={entry.marks} />
        <Foot entry={entry} />
      </div>
    </article>
  )
})

function OfUser({ entry }: { readonly entry: EntryOf<'said'> }) {
  return (
    <article
      data-message={entry.id ?? undefined}
      aria-label={`${entry.person === null ? 'Your message' : `${entry.person}, message`} ${entry.id ?? ''}`}
      className="ml-auto max-w-said scroll-mt-12 rounded-lg rounded-br-sm bg-accent-soft px-4 py-2"
    >
      {entry.person !== null && <p className="text-sm font-medium text-muted">{neutral(entry.person)}</p>}
      {entry.to && <p className="text-sm font-medium text-accent-ink">@{entry.to}</p>}
      <Words entry={entry} stance={null} />
    </article>
  )
}

type Stated = {
  readonly entry: EntryOf<'said'>
  /** The position, once the message is complete. */
  readonly stance: Stance | null
  readonly compact?: boolean
}

function Head({ entry, stance }: Stated) {
  const speaker = useSpeaker(entry.agent)
  return (
    <header className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1" style={inColorOf(speaker.color)}>
      <Avatar {...speaker} busy={entry.stage === 'live'} />
      <span className="agent font-semibold text-(--agent-ink)">{speaker.name}</span>
      {speaker.role && <span className="truncate text-sm text-muted">{speaker.role}</span>}
      <Kind entry={entry} />
      {stance && <StanceChip stance={stance} />}
      <SaidAt entry={entry} />
    </header>
  )
}

/** When it was said: the time of day, or the place in a recording. */
function SaidAt({ entry: { at, id } }: Pick<Stated, 'entry'>) {
  const placeOf = useContext(PlaceInRecording)
  const text = placeOf ? placeOf(id) : clockText(at)
  return text === '' ? null : <time className="numeric ml-auto text-xs text-muted">{text}</time>
}

function Kind({ entry: { word } }: { readonly entry: EntryOf<'said'> }) {
  if (word === '') return null
  return (
    <span className="flex">
      <Badge>{wordsOfCode(word)}</Badge>
    </span>
  )
}

/** Called once per message and passed down: rows hold many messages, and each store subscription costs time. */
const useStance = (entry: EntryOf<'said'>): Stance | null => {
  const key = useView((view) => (isStated(entry) ? shownWith(view, entry).positions : null))
  const drawn = useView((view) => (isStated(entry) ? shownWith(view, entry).options : null))
  const store = useSessionStore()
  return useMemo(() => (key && drawn ? stanceOf(store.getState().view, entry) : null), [key, drawn, store, entry])
}

const isStated = ({ stage, hasPosition }: EntryOf<'said'>): boolean => stage === 'message' && hasPosition

/** Shows a complete plan as steps, as its gate does. */
function PlanOrWords(props: Stated) {
  const { messageKind, stage, cut, text } = props.entry
  const isPlan = messageKind === 'plan' && stage === 'message' && !cut
  const steps = useMemo(() => (isPlan ? readPlan(text).steps : []), [isPlan, text])
  if (steps.length > 0)
    return (
      <div className="text-base">
        <PlanSteps steps={steps} grants={[]} asks={false} />
      </div>
    )
  return <Words {...props} />
}

/** The only part that renders when a word arrives. Finished text keeps its blocks, so it is not redrawn. */
function Words({ entry, stance, compact = false }: Stated) {
  const { text, onRest } = useWhole(entry.text, entry.cut)
  const [reword] = useState(growingMarks)
  const live = useLive(entry)
  const hasPosition = live === null && !entry.cut && entry.hasPosition
  const { said, lines } = useMemo(
    () => (hasPosition ? standingOf(text) : { said: text, lines: [] }),
    [hasPosition, text],
  )
  const shown = live && entry.role !== 'user' ? withoutOpenMark(live.text) : said
  // The first word may start a mark, which stays hidden until its line is complete.
  if (live && shown.trim() === '') return <Thinking text={live.reasoning} />
  return (
    <>
      <Markdown
        text={shown}
        reword={entry.role === 'user' ? undefined : reword}
        live={live !== null}
        onRest={live ? undefined : onRest}
      />
      <StandingLines lines={stance ? lines.filter(({ name }) => !inChip.includes(name)) : lines} compact={compact} />
      <PictureRow pictures={entry.pictures} />
    </>
  )
}

/** Lines already covered by the chip. */
const inChip = ['position', 'confidence', 'changed', 'vote', 'probabilities', 'rank']

const silent = { text: '', reasoning: '' }

/** The live text, or null once the message is complete. */
function useLive({ stage, effect }: EntryOf<'said'>): { readonly text: string; readonly reasoning: string } | null {
  const live = useView((view) => (stage === 'live' && effect ? view.live.get(effect) : undefined))
  return stage === 'live' ? (live ?? silent) : null
}

function Thinking({ text }: { readonly text: string }) {
  const last = text.trimEnd().slice(-160)
  return (
    <p className="flex items-center gap-2 text-muted">
      <span aria-hidden className="flex gap-1">
        {[0, 200, 400].map((delay) => (
          <span
            key={delay}
            className="size-1 animate-breathe rounded-full bg-muted"
            style={{ animationDelay: `${delay}ms` }}
          />
        ))}
      </span>
      <span className="line-clamp-2">{last || 'Thinking'}</span>
    </p>
  )
}

function Foot({ entry }: { readonly entry: EntryOf<'said'> }) {
  if (entry.stage === 'live') return null
  const facts = [
    entry.id,
    entry.used && durationText(entry.used.ms),
    entry.used && `${tokensText(entry.used.tokens)} tokens`,
    entry.used?.unpriced === 0 && costText(entry.used),
  ].filter(Boolean)
  if (facts.length === 0 && !entry.incomplete) return null
  return (
    <footer className="mt-2 flex min-h-6 items-center gap-2 text-xs text-muted">
      {entry.incomplete && <Badge tone="warning">{entry.stage === 'cut' ? 'Cut off' : 'Incomplete'}</Badge>}
      {entry.rehearsal && 'rehearsal'}
      <span className="numeric opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100">
        {facts.join(' · ')}
      </span>
      {entry.id && <MessageActions entry={{ ...entry, id: entry.id }} />}
    </footer>
  )
}
