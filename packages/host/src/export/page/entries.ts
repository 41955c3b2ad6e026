import { countText, type Event, withPlainMarks } from '@convene/domain'
import { CLAIMS_TITLE, type ClaimMark, claimLines, entriesOf, type Entry as StoryEntry } from '@convene/reading'
import { seatsIn } from '../totals/seats-in.ts'
import { escapeHtml, markdownHtml } from './safe-html.ts'

/** Something that the replay shows, and when it happened. */
export type ReplayEntry = {
  readonly at: number
  readonly kind: 'message' | 'work' | 'note' | 'outcome'
  readonly who: string
  /** The index of this speaker's colour. None for the user and the session. */
  readonly tone?: number
  readonly title: string
  /** Safe to insert into a page as is. */
  readonly html: string
  readonly id?: string
}

const LONGEST = 20_000

/** How many speaker colours the style has. */
export const TONES = 8

/** What happened, as a reader sees it. Bookkeeping is left out. */
export function replayEntries(events: readonly Event[]): readonly ReplayEntry[] {
  const { slugs, nameOf } = seatsIn(events)
  return entriesOf(events).flatMap((entry) => {
    const shown = entryOf(entry, nameOf)
    const seat = slugs.indexOf(entry.agent)
    const tone = seat < 0 ? {} : { tone: seat % TONES }
    return shown ? [{ at: entry.at, who: '', ...tone, ...shown }] : []
  })
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
  const title = [entry.word, entry.round === null ? '' : `round ${entry.round}`]
  return {
    kind: 'message',
    who: nameOf(entry.author),
    title: title.filter((part) => part !== '').join(', '),
    html: markdownHtml(entry.role === 'user' ? entry.text : withPlainMarks(entry.text)) + claimsHtml(entry.marks),
    ...(entry.id !== null && { id: entry.id }),
  }
}

/** Below the message, in an element that Markdown cannot make. */
const claimsHtml = (marks: readonly ClaimMark[]): string =>
  marks.length === 0
    ? ''
    : `<aside><strong>${CLAIMS_TITLE}</strong><br>${claimLines(marks).map(escapeHtml).join('<br>')}</aside>`

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
