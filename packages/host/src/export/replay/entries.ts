import {
  countText,
  type Event,
  entriesOf,
  kindText,
  type Session,
  type Entry as StoryEntry,
  seatOf,
  seatsOf,
  withPlainMarks,
} from '@convene/domain'
import { escapeHtml, markdownHtml } from './safe-html.ts'

/** Something that a reader of the replay sees, and when it happened. */
export type ReplayEntry = {
  readonly at: number
  readonly kind: 'message' | 'work' | 'note' | 'outcome'
  readonly who: string
  /** Which of the colours of the replay is this speaker's; none for the user and the session. */
  readonly tone?: number
  readonly title: string
  /** Safe to put into a page as is. */
  readonly html: string
  readonly id?: string
}

const LONGEST = 20_000

/** How many colours the look has for speakers. */
export const TONES = 8

/** What happened, as a reader sees it. Bookkeeping is left out. */
export function replayEntries(state: Session, events: readonly Event[]): readonly ReplayEntry[] {
  const seats = state.run ? seatsOf(state.run.team).map(({ slug }) => slug) : []
  return entriesOf(events).flatMap((entry) => {
    const shown = entryOf(entry, (slug) => nameIn(state, slug))
    const seat = seats.indexOf(entry.agent)
    const tone = seat < 0 ? {} : { tone: seat % TONES }
    return shown ? [{ at: entry.at, who: '', ...tone, ...shown }] : []
  })
}

function nameIn({ run }: Session, slug: string): string {
  if (slug === 'user') return 'You'
  return (run && seatOf(run, slug)?.name) ?? slug
}

type Shown = Omit<ReplayEntry, 'at' | 'who'> & { readonly who?: string }
type Naming = (slug: string) => string

function entryOf(entry: StoryEntry, nameOf: Naming): Shown | undefined {
  switch (entry.kind) {
    case 'said':
      return entry.id === null ? undefined : messageEntry(entry, nameOf)
    case 'opening':
      return note(`Run ${entry.run}: ${entry.mode}, ${entry.team}`)
    case 'ending':
      return { kind: 'outcome', title: entry.text, html: markdownHtml(entry.summary) }
    case 'notice':
      return note([entry.text, ...entry.more].join('\n'))
    case 'round':
    case 'question':
    case 'scored':
      return note(entry.text)
    case 'tool':
      return {
        ...folded(`${entry.tool} ${entry.target}`, [JSON.stringify(entry.input, null, 2), entry.output].join('\n\n')),
        who: nameOf(entry.agent),
      }
    case 'handover':
      return folded(entry.text, [entry.description, entry.report].join('\n\n'))
    case 'change':
      return folded(entry.title, entry.diff)
    case 'thought':
      return undefined
  }
}

function messageEntry(entry: Extract<StoryEntry, { kind: 'said' }>, nameOf: Naming): Shown {
  const title = [kindText(entry.messageKind), entry.round === null ? '' : `round ${entry.round}`]
  return {
    kind: 'message',
    who: nameOf(entry.author),
    title: title.filter((part) => part !== '').join(', '),
    html: markdownHtml(entry.role === 'user' ? entry.text : withPlainMarks(entry.text)),
    ...(entry.id !== null && { id: entry.id }),
  }
}

const note = (text: string): Shown => ({
  kind: 'note',
  title: '',
  html: `<p>${text.split('\n').map(escapeHtml).join('<br>')}</p>`,
})

function folded(title: string, text: string): Shown {
  const rest = text.length - LONGEST
  const shown = rest > 0 ? `${text.slice(0, LONGEST)}\n… ${countText(rest, 'more character')}` : text
  return { kind: 'work', title, html: `<pre>${escapeHtml(shown)}</pre>` }
}
