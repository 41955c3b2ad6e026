import { countText, type Event, type EventOf, type Session, seatOf, seatsOf } from '@convene/domain'
import { escapeHtml, markdownHtml } from './safe-html.ts'

/** Something that a reader of the replay sees, and when it happened. */
export type ReplayEntry = {
  readonly at: number
  readonly kind: 'message' | 'work' | 'note' | 'outcome'
  readonly who: string
  /** Which of the colours of the replay is this speaker's; none for the person and the session. */
  readonly tone?: number
  readonly title: string
  /** Safe to stand in a page as it is. */
  readonly html: string
  readonly id?: string
}

const LONGEST = 20_000

/** How many colours the look has for speakers. */
export const TONES = 8

/** What happened, as a reader sees it. Bookkeeping is left out. */
export function replayEntries(state: Session, events: readonly Event[]): readonly ReplayEntry[] {
  const nameOf = (slug: string | undefined) => nameIn(state, slug)
  const seats = state.run ? seatsOf(state.run.team).map(({ slug }) => slug) : []
  return events.flatMap((event) => {
    const entry = entryOf(event, nameOf)
    const seat = seats.indexOf(event.type === 'message' ? event.data.author : (event.agent ?? ''))
    const tone = seat < 0 ? {} : { tone: seat % TONES }
    return entry ? [{ at: event.at, who: nameOf(event.agent), ...tone, ...entry }] : []
  })
}

function nameIn({ run }: Session, slug: string | undefined): string {
  if (slug === undefined) return ''
  if (slug === 'user') return 'You'
  return (run && seatOf(run, slug)?.name) ?? slug
}

type Entry = Omit<ReplayEntry, 'at' | 'who'> & { readonly who?: string }
type Naming = (slug: string | undefined) => string

function entryOf(event: Event, nameOf: Naming): Entry | undefined {
  switch (event.type) {
    case 'message':
      return messageEntry(event, nameOf)
    case 'run.started':
      return note(`Run ${event.data.number}: ${event.data.mode}`, `Team ${event.data.team.name}`)
    case 'run.state':
      return note(`${spaced(event.data.from)} → ${spaced(event.data.to)}`, spaced(event.data.reason ?? ''))
    case 'run.finished':
      return outcome(`Run ${event.data.state}`, event.data.summary)
    case 'warning':
    case 'error':
      return note(event.type, event.data.message)
    default:
      return workEntry(event) ?? debateEntry(event, nameOf)
  }
}

function messageEntry({ id, data }: EventOf<'message'>, nameOf: Naming): Entry {
  const round = data.round === undefined ? '' : `, round ${data.round}`
  return {
    kind: 'message',
    who: nameOf(data.author),
    title: data.kind === 'user' ? '' : `${spaced(data.kind)}${round}`,
    html: markdownHtml(data.text),
    ...(id !== undefined && { id }),
  }
}

function workEntry(event: Event): Entry | undefined {
  switch (event.type) {
    case 'tool.called':
      return folded(`calls ${event.data.tool}`, JSON.stringify(event.data.input, null, 2))
    case 'tool.finished':
      return folded(event.data.ok ? 'result' : 'failed', event.data.output)
    case 'permission.asked':
      return note(`asks for ${event.data.tool}`, `${event.data.resource} (${event.data.rule})`)
    case 'permission.answered':
      return note(`answer: ${event.data.answer}`, event.data.reason ?? '')
    case 'artifact':
      return folded(`${event.data.kind}: ${event.data.title}`, event.data.text ?? event.data.path ?? '')
    case 'step.state':
      return note(`step ${event.data.step}: ${event.data.from} → ${event.data.to}`, event.data.reason ?? '')
    default:
      return undefined
  }
}

function debateEntry(event: Event, nameOf: Naming): Entry | undefined {
  switch (event.type) {
    case 'question.asked':
      return note('asks', event.data.question)
    case 'question.answered':
      return note('answer', [event.data.answer, event.data.text].filter(Boolean).join(': '))
    case 'position': {
      const { round, position, confidence, changed, because } = event.data
      const sure = confidence === null ? '' : ` (${confidence} %)`
      return note(`position in round ${round}${changed ? ', changed' : ''}`, `${position}${sure}. ${because}`)
    }
    case 'evaluation':
      return note(`iteration ${event.data.iteration}: ${event.data.score}`, event.data.rationale)
    case 'decision.proposed':
      return note('proposes a decision', `${event.data.topic}: ${event.data.options.join(' · ')}`)
    case 'decision.voted':
      return {
        ...note('votes', `${event.data.abstains ? 'abstains' : event.data.option} ${event.data.reason}`),
        who: nameOf(event.data.voter),
      }
    case 'decision.committed':
      return outcome(decidedText(event.data), event.data.rationale)
    default:
      return undefined
  }
}

const decidedText = ({ how, option }: EventOf<'decision.committed'>['data']): string =>
  how === 'undecided' ? 'Undecided' : `Decided by ${how}: ${option}`

const spaced = (name: string): string => name.replaceAll('_', ' ')

const note = (title: string, text: string): Entry => ({ kind: 'note', title, html: `<p>${escapeHtml(text)}</p>` })

const outcome = (title: string, text: string): Entry => ({ kind: 'outcome', title, html: markdownHtml(text) })

function folded(title: string, text: string): Entry {
  const shown =
    text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… ${countText(text.length - LONGEST, 'more character')}` : text
  return { kind: 'work', title, html: `<pre>${escapeHtml(shown)}</pre>` }
}
