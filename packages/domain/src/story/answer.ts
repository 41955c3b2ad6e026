import type { Event, EventOf } from '../event/event.ts'
import type { Run } from '../state/session.ts'
import { seatsOf } from '../team/team.ts'
import { clean, cleanLine } from '../text/clean.ts'

/** Plans, reviews, arguments and topics are progress. */
const resultKinds: readonly string[] = ['answer', 'synthesis']

const isAnswer = (event: Event): event is EventOf<'message'> =>
  event.type === 'message' &&
  resultKinds.includes(event.data.kind) &&
  event.data.role !== 'user' &&
  event.data.role !== 'system'

const isReport = (event: Event): event is EventOf<'artifact'> =>
  event.type === 'artifact' && event.data.kind === 'report'

type Seated = { readonly run: Pick<Run, 'team' | 'mode'> | null }

/**
 * What the last run among these events came to, as Markdown: its report, else a single answer unchanged, or several under
 * their authors' names in seat order. Empty if it has no result. The summary of `run.finished` only refers to messages.
 */
export function answerOf(session: Seated | undefined, events: readonly Event[]): string {
  const start = events.findLastIndex(({ type }) => type === 'run.started')
  const run = events.slice(Math.max(0, start))
  const report = run.findLast(isReport)?.data.text ?? ''
  if (report.trim() !== '') return clean(report).trim()
  const members = session?.run ? seatsOf(session.run.team) : []
  const seat = ({ data }: EventOf<'message'>) => members.findIndex(({ slug }) => slug === data.author)
  const answers = run.filter(isAnswer)
  const isChain = session?.run?.mode === 'sequential'
  const result = isChain ? answers.slice(-1) : answers.toSorted((a, b) => seat(a) - seat(b))
  if (result.length === 1) return clean(result[0]?.data.text ?? '').trim()
  return result
    .map((event) => {
      const name = members[seat(event)]?.name ?? event.data.author
      return `## ${cleanLine(name)}\n\n${clean(event.data.text).trim()}`
    })
    .join('\n\n')
}
