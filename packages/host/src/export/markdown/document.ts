import { answersAmong, type Event, type EventOf, type Session, saidIn, withPlainMarks } from '@convene/domain'
import { CLAIMS_TITLE, claimLines, type EntryOf, entriesOf } from '@convene/reading'
import { inlineMarkdown, nested } from '../../markdown/nested.ts'
import { seatsIn } from '../totals/seats-in.ts'
import {
  decisionSection,
  filesSection,
  madeSection,
  positionSection,
  scoreSection,
  stepSection,
  teamSection,
} from './sections.ts'
import { sessionSummary } from './summary.ts'

type Message = EventOf<'message'>
type Said = EntryOf<'said'>

/** A session as a document to share: first the answer, then how it came about, then the full transcript. */
export function markdownOf(state: Session, events: readonly Event[], interrupted: boolean): string {
  const messages = entriesOf(events).filter((entry) => entry.kind === 'said' && entry.id !== null) as readonly Said[]
  const ids = new Set(messages.map(({ id }) => id))
  const isMessage = (id: string): boolean => ids.has(id)
  const { nameOf } = seatsIn(events)
  const newest = events.filter(({ run }) => state.run !== null && run === state.run.id)
  const parts = [
    `# ${inlineMarkdown(state.title)}`,
    sessionSummary(state, interrupted),
    answerSection(state, newest, { isMessage, nameOf }),
    decisionSection(events, nameOf),
    positionSection(state.run, nameOf),
    stepSection(state.run, nameOf),
    scoreSection(state.run),
    filesSection(events, nameOf),
    madeSection(events),
    teamSection(state),
    claimsSection(messages, nameOf),
    `## Transcript\n\n${messages.map((message) => spoken(message, nameOf, isMessage)).join('\n\n')}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

type Reading = { readonly isMessage: (id: string) => boolean; readonly nameOf: (slug: string) => string }

/** The result of the newest run. Empty while it is active, or if it said nothing. */
function answerSection({ run, picked }: Session, events: readonly Event[], { isMessage, nameOf }: Reading): string {
  if (!run?.finished) return ''
  const isPicked = ({ id }: Message) => picked !== null && id === picked
  const answers = answersAmong(run.traits, saidIn(events, run.id), ({ data }) => data, isPicked)
  if (answers.length === 0) return ''
  const texts = answers.map(({ data, id }) => {
    const text = nested(withPlainMarks(data.text), answers.length > 1 ? 3 : 2, isMessage)
    return answers.length > 1 ? `### ${inlineMarkdown(nameOf(data.author))} [${id}](#${id})\n\n${text}` : text
  })
  return `## Answer\n\n${texts.join('\n\n')}`
}

/** What the log says about claims in messages. A section of the document, which no message can forge. */
function claimsSection(messages: readonly Said[], nameOf: Reading['nameOf']): string {
  const rows = messages.flatMap(({ id, author, marks }) =>
    claimLines(marks).map((line) => `- [${id}](#${id}) ${inlineMarkdown(nameOf(author))}, ${withCode(line)}`),
  )
  return rows.length === 0 ? '' : `## ${CLAIMS_TITLE}\n\n${rows.join('\n')}`
}

/** Marks quote paths and commands as code. Everything else is text. */
const withCode = (line: string): string =>
  line
    .split(/(`[^`]*`)/u)
    .map((part) => (part.startsWith('`') ? part : inlineMarkdown(part)))
    .join('')

function spoken(said: Said, nameOf: Reading['nameOf'], isMessage: Reading['isMessage']): string {
  const { id, author, text } = said
  const notes = [
    said.word,
    said.round === null ? '' : `round ${said.round}`,
    said.rehearsal ? 'rehearsal' : '',
    said.incomplete ? 'incomplete' : '',
  ].filter((note) => note !== '')
  const about = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  const heading = `### <a id="${id}"></a>${inlineMarkdown(said.person ?? nameOf(author))} [${id}]${about}`
  return `${heading}\n\n${nested(said.role === 'user' ? text : withPlainMarks(text), 3, isMessage)}`
}
