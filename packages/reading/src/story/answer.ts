import {
  clean,
  cleanLine,
  type Event,
  type EventOf,
  type Run,
  seatsOf,
  traitsOf,
  withPlainMarks,
} from '@convene/domain'
import { howText } from './vocabulary.ts'

/** Plans, reviews, arguments and topics are only progress. */
const resultKinds: readonly string[] = ['answer', 'synthesis']

const isAnswer = (event: Event): event is EventOf<'message'> =>
  event.type === 'message' &&
  resultKinds.includes(event.data.kind) &&
  event.data.role !== 'user' &&
  event.data.role !== 'system'

const isReport = (event: Event): event is EventOf<'artifact'> =>
  event.type === 'artifact' && event.data.kind === 'report'

type Seated = { readonly run: Pick<Run, 'team' | 'mode'> | null }

const lastRun = (events: readonly Event[]): readonly Event[] =>
  events.slice(
    Math.max(
      0,
      events.findLastIndex(({ type }) => type === 'run.started'),
    ),
  )

export type Answered = { readonly agent: string; readonly name: string; readonly text: string }

/** What each agent answered in the last run among these events, in seat order. In a sequence, only the last answer. */
export function answersToQuestions(session: Seated | undefined, events: readonly Event[]): readonly Answered[] {
  const members = session?.run ? seatsOf(session.run.team) : []
  const seat = ({ data }: EventOf<'message'>) => members.findIndex(({ slug }) => slug === data.author)
  const answers = lastRun(events).filter(isAnswer)
  const result = traitsOf(session?.run?.mode ?? '').chain
    ? answers.slice(-1)
    : answers.toSorted((a, b) => seat(a) - seat(b))
  return result.map((event) => ({
    agent: event.data.author,
    name: cleanLine(members[seat(event)]?.name ?? event.data.author),
    text: clean(event.data.text).trim(),
  }))
}

/** `Decision: Use Postgres (by majority, 3 : 1)`. Empty if there was no vote. */
function decidedLine(events: readonly Event[]): string {
  const end = lastRun(events).findLast((event) => event.type === 'run.finished')
  const decision = end?.type === 'run.finished' ? end.data.decision : undefined
  if (!decision) return ''
  const { option, how, votes } = decision
  const isFirst = (each: string) => Number(each === option)
  const counts = Object.entries(votes)
    .toSorted(([one, few], [other, many]) => isFirst(other) - isFirst(one) || many - few)
    .map(([, count]) => count)
  const said = [howText(how), counts.join(' : ')].filter((part) => part !== '').join(', ')
  return `${option === null ? 'Undecided' : `Decision: ${cleanLine(option)}`} (${said})`
}

/**
 * The result of the last run among these events, as Markdown: what was decided, in a line that scripts can read, and its
 * report, else a single answer unchanged, or several
 * under their authors' names in seat order. Empty if it has no result. The summary in `run.finished` only refers to
 * messages.
 */
export function answerOf(session: Seated | undefined, events: readonly Event[]): string {
  const report = lastRun(events).findLast(isReport)?.data.text ?? ''
  if (report.trim() !== '') {
    const [decided, text] = [decidedLine(events), clean(withPlainMarks(report)).trim()]
    // Such a report begins by saying so.
    const isSaid = decided.startsWith('Undecided') && text.startsWith('**Undecided')
    return decided === '' || isSaid ? text : `${decided}\n\n${text}`
  }
  const answers = answersToQuestions(session, events)
  if (answers.length === 1) return answers[0]?.text ?? ''
  return answers.map(({ name, text }) => `## ${name}\n\n${text}`).join('\n\n')
}
