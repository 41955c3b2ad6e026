import { type Event, type Fact, fact } from '../event/event.ts'
import type { Facts } from '../event/facts.ts'
import type { Bound } from '../limits/allowance.ts'
import { messageBy } from '../prompt/ask.ts'
import type { MessageId } from '../shared/ids.ts'
import { type Message, type Run, type Session, seatOf } from '../state/session.ts'
import { type Seat, seatsOf } from '../team/team.ts'
import { askerName, isCaller } from '../team/user-seat.ts'
import { quoted } from '../text/quoted.ts'
import { assign } from './assign.ts'
import type { TaskReport } from './mode.ts'
import { oneWorkingPhase } from './transitions.ts'

/** One member's answer to the goal, or that it failed: either way, its turn is over. */
export type MemberAnswer = {
  readonly agent: string
  readonly ok: boolean
  readonly message: MessageId | null
  readonly text: string
  /** How long its model calls took, as shown under its answer: approvals and other waits do not count. */
  readonly ms: number
  readonly tokens: number
  readonly incomplete: boolean
  /** Which of the task's limits ended it. */
  readonly bound: Bound | null
  readonly error: { readonly code: string; readonly message: string } | null
}

/** The state of the one-phase modes: who was asked, and who has answered what. */
export type Answers = {
  readonly asked: readonly string[]
  readonly answers: readonly MemberAnswer[]
  /** Time spent in calls so far, by the agent's slug. */
  readonly calledMs?: { readonly [agent: string]: number }
}

/** How a run with one working phase ends. */
export const answeredOnce = ({ limit }: Pick<Run, 'limit'>) =>
  ({ trigger: 'answered', reason: 'done', otherwise: limit ? 'limitReached' : 'incomplete' }) as const

const noAnswers: Answers = { asked: [], answers: [] }

/**
 * Shared by the modes with one working phase: they ask, record the answers, and show them as messages. There are no
 * last words: at a limit, whatever was said by then is the result.
 */
export const oneRound = {
  limits: ({ members }: { readonly members: { readonly length: number } }) => ({
    maxCalls: 50 * members.length,
    maxTotalTokens: 3_000_000,
    maxDuration: 60,
  }),
} as const

export const answering = {
  transitions: oneWorkingPhase,
  blank: () => noAnswers,
  evolve: evolveAnswers,
  absorb: (session: Session, _data: Answers, report: TaskReport) => absorbAnswer(session, report),
} as const

/** Records who was asked the goal and who answered. Follow-ups have separate places and do not count. */
function evolveAnswers(data: Answers, event: Event): Answers {
  if (event.type === 'task.assigned' && event.data.place === event.data.to)
    return { ...data, asked: [...data.asked, event.data.to] }
  if (event.type === 'usage' && event.agent) {
    const before = data.calledMs?.[event.agent] ?? 0
    return { ...data, calledMs: { ...data.calledMs, [event.agent]: before + event.data.ms } }
  }
  if (event.type === 'task.finished' && event.data.place === event.agent) {
    const ms = data.calledMs?.[event.agent] ?? event.data.ms
    return { ...data, answers: [...data.answers, filed(event.agent, { ...event.data, ms })] }
  }
  if (event.type === 'message' && event.data.kind === 'answer')
    return { ...data, answers: data.answers.map(named(event)) }
  return data
}

function filed(agent: string, report: Facts['task.finished']): MemberAnswer {
  const { ok, report: text, ms, tokens, incomplete = false, bound = null, error = null } = report
  return { agent, ok, message: null, text, ms, tokens, incomplete, bound, error }
}

/** The answer's message comes right after its report, and only then has an id. */
const named =
  (event: Event & { type: 'message' }) =>
  (answer: MemberAnswer): MemberAnswer =>
    answer.agent === event.data.author && answer.message === null && answer.ok
      ? { ...answer, message: event.id ?? null }
      : answer

/** A single agent owns the goal, so its answer is the lead's. */
const roleOf = { agent: 'lead', lead: 'lead', member: 'member', judge: 'judge', system: 'system' } as const

/** An answer as the message people read, or its failure as an error that does not end the run. */
function absorbAnswer(session: Session, report: TaskReport): readonly Fact[] {
  const seat = session.run && seatOf(session.run, report.agent)
  const place = { task: report.task, agent: report.agent, parent: String(session.run?.number ?? 0) }
  if (!report.ok) {
    const { code, message } = report.error ?? { code: 'failed', message: 'The agent failed.' }
    return [fact('error', { code, source: report.agent, message, fatal: false }, place)]
  }
  const rehearsal = seat && session.run?.settings.models[seat.model]?.rehearsal
  const role = roleOf[seat?.seat ?? 'member']
  const text = report.report
  return [
    fact(
      'message',
      {
        author: report.agent,
        role,
        kind: 'answer',
        text,
        ...(report.incomplete && { incomplete: true }),
        ...(rehearsal && { rehearsal: true }),
      },
      place,
    ),
  ]
}

/** Follow-ups to what the user said after the end, for the agent it names or else these seats. */
export function followUp(session: Session, seats: readonly Seat[]): readonly Fact[] {
  const run = session.run
  if (!run) return []
  const first = session.queue[0] ?? ''
  return seatsOf(run.team).flatMap((seat) => {
    const takes = session.queue.filter((id) => isFor(session, id, seat, seats))
    if (takes.length === 0) return []
    const description = takes.map((id) => asked(messageBy(session, id))).join('\n\n')
    const shows = citedIn(session, takes, seat)
    return assign(run, { place: `follow-up-${first}/${seat.slug}`, seat, kind: 'follow_up', description, takes, shows })
  })
}

/** The messages of other agents that a question cites, such as `[m3]`: who is asked may not have heard them. */
function citedIn(session: Session, takes: readonly MessageId[], { slug }: Seat): readonly MessageId[] {
  const asked = takes.map((id) => messageBy(session, id)?.text ?? '').join(' ')
  const cited = [...new Set(asked.match(/(?<=\[)m\d{1,9}(?=\])/gu))].map((id) => messageBy(session, id as MessageId))
  return cited
    .flatMap((message) => (message && message.author !== slug && !takes.includes(message.id) ? message.id : []))
    .slice(0, MOST_CITED)
}

const MOST_CITED = 8

/** A program's question says that it is one: what it claims the user wants or has decided is only its word. */
function asked({ author = '', text = '' }: Partial<Pick<Message, 'author' | 'text'>> = {}): string {
  return isCaller(author) ? `Asked by ${askerName(author)}:\n\n${quoted(text)}` : quoted(text)
}

/** Whether a queued message is for this seat. A message to an agent that has left the team goes to all listeners. */
export function isFor(session: Session, id: MessageId, seat: Seat, listeners: readonly Seat[]): boolean {
  const to = messageBy(session, id)?.to ?? null
  const named = to !== null && session.run && seatOf(session.run, to)
  return named ? to === seat.slug : listeners.some(({ slug }) => slug === seat.slug)
}
