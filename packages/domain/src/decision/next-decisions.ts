import type { DeclaredAnswer } from '../answer/declared.ts'
import { type Effect, record, rest, type Step, want } from '../effect/effect.ts'
import { type Fact, fact } from '../event/event.ts'
import type { TaskKind } from '../event/task-kind.ts'
import { assign } from '../mode/assign.ts'
import { REHEARSED } from '../mode/conclude.ts'
import { placeOf } from '../mode/task-context.ts'
import type { EffectKey } from '../shared/ids.ts'
import { type Decision, hasVoted, isUndecided } from '../state/decision.ts'
import { openTasks, type Run, type Session, seatOf } from '../state/session.ts'
import type { Task } from '../state/task.ts'
import type { Seat } from '../team/team.ts'
import { USER } from '../team/user-seat.ts'
import { ruling, voteAnswer } from './answers.ts'
import { decideBrief, deliberateBrief, voteBrief } from './briefs.ts'
import { commit, isSample, resultReason } from './commit.ts'
import { ballotPlace } from './places.ts'
import { leaveOpen } from './rule.ts'
import { runRecordOf } from './run-record.ts'
import { resultOf } from './tally.ts'

/** Advances every open decision: who is asked, when it closes, how it ends. */
export function nextDecisions(session: Session, run: Run): Step {
  const wants: Effect[] = []
  for (const decision of Object.values(session.decisions).filter(isUndecided)) {
    const step = nextDecision(session, run, decision)
    if (step.record.length > 0) return step
    wants.push(...step.want)
  }
  return want(...wants)
}

function nextDecision(session: Session, run: Run, decision: Decision): Step {
  const open = openTasks(session).filter((task) => task.decision === decision.id)
  switch (decision.stage) {
    case 'deliberating':
      return deliberate(session, run, decision, open)
    case 'voting':
      return poll(session, run, decision, open)
    case 'deciding':
      return open.length > 0 ? rest : record(...close(session, run, decision))
    case 'committed':
      return rest
  }
}

/** Everyone argues once, at the same time. Half of the window is reserved for the vote. */
function deliberate(session: Session, run: Run, decision: Decision, open: readonly Task[]): Step {
  const silent = seatsIn(run, decision).filter(({ slug }) => !decision.heard.includes(slug))
  if (silent.length > 0 && !run.limit) return record(...askAll(run, decision, silent, 'deliberate'))
  if (open.length === 0) return poll(session, run, decision, open)
  const halfway = timer(run, decision, 'halfway', (since, until) => since + (until - since) / 2)
  const isOver = session.fired[keyOf(run, decision, 'halfway')] || session.fired[keyOf(run, decision, 'closes')]
  return isOver ? record(...open.flatMap((task) => cut(session, run, task))) : want(...halfway)
}

/** Everyone votes once. The vote closes when all votes are in, nobody is left to vote, or the window ends. */
function poll(session: Session, run: Run, decision: Decision, open: readonly Task[]): Step {
  const isOver = session.fired[keyOf(run, decision, 'closes')] ?? false
  const absent = seatsIn(run, decision).filter(({ slug }) => mayBeAsked(decision, slug))
  if (absent.length > 0 && !isOver && !run.limit) return record(...askAll(run, decision, absent, 'vote'))
  const waits = open.length > 0 || (isMissed(decision) && !run.limit)
  if (waits && !isOver) return want(...timer(run, decision, 'closes', (_, until) => until))
  return record(...open.flatMap((task) => cut(session, run, task)), ...close(session, run, decision))
}

/** Once, and once more if the answer was unreadable. */
function mayBeAsked(decision: Decision, slug: string): boolean {
  const isUnread = decision.unread.includes(slug)
  const asked = decision.polled.filter((one) => one === slug).length
  return !hasVoted(decision, slug) && asked < (isUnread ? 2 : 1)
}

const isMissed = (decision: Decision): boolean => decision.eligible.includes(USER) && !hasVoted(decision, USER)

/** The votes are in. If they are not conclusive, the lead decides, or the first member in a team without a lead. */
function close(session: Session, run: Run, decision: Decision): readonly Fact[] {
  const result = resultOf(decision, runRecordOf(run, session.tags))
  if (isSample(run, result.how))
    return commit(session, run, decision, { option: '', how: 'undecided', rationale: REHEARSED })
  if (result.how !== 'lead') {
    const { option, how } = result
    return commit(session, run, decision, { option, how, rationale: resultReason(run, decision, { option, how }) })
  }
  const lead = run.team.lead ?? run.team.members[0]
  const isUnread = decision.unreadRulings > 0
  // It was asked and did not answer: asking again could loop forever.
  if (!lead || decision.barred?.includes(lead.slug) || decision.rulings > decision.unreadRulings)
    return leaveOpen(session, run, decision)
  return ask(run, decision, lead, {
    kind: 'decide',
    answer: ruling,
    description: decideBrief(run, decision, result),
    again: isUnread,
  })
}

const seatsIn = (run: Run, { eligible }: Decision): readonly Seat[] =>
  eligible.flatMap((voter) => (voter === USER ? [] : (seatOf(run, voter) ?? [])))

function askAll(run: Run, decision: Decision, seats: readonly Seat[], kind: 'deliberate' | 'vote'): readonly Fact[] {
  return seats.flatMap((seat) => {
    const again = kind === 'vote' && decision.unread.includes(seat.slug)
    const description = kind === 'vote' ? voteBrief(run, decision, again) : deliberateBrief(run, decision)
    return ask(run, decision, seat, { kind, description, again, ...(kind === 'vote' && { answer: voteAnswer }) })
  })
}

type DecisionTask = {
  readonly kind: TaskKind
  readonly description: string
  readonly again: boolean
  readonly answer?: DeclaredAnswer
}

/** In a separate conversation and a single reply: the agent may be busy with something else. */
function ask(
  run: Run,
  decision: Decision,
  seat: Seat,
  { kind, description, again, answer }: DecisionTask,
): readonly Fact[] {
  return assign(run, {
    kind,
    description,
    place: `${ballotPlace(decision, kind, seat.slug)}${again ? '/again' : ''}`,
    seat,
    conversation: 'fresh',
    execution: 'single',
    decision,
    ...(answer && { answer }),
    ...(decision.step !== null && { step: decision.step }),
  })
}

/** Ends a task that is too late to count. */
function cut(session: Session, run: Run, task: Task): readonly Fact[] {
  const { replies: iterations, toolCalls, tokens, place } = task
  const error = { code: 'vote_closed', message: 'The vote closed before it answered.' }
  const ms = Math.max(0, session.at - task.since)
  const where = placeOf(run, task)
  return [
    fact('task.finished', { ok: false, report: '', ms, iterations, toolCalls, tokens, error, place }, where),
    fact('agent.status', { status: 'idle' }, where),
  ]
}

type Moment = 'halfway' | 'closes'

const keyOf = (run: Run, { id }: Decision, moment: Moment): EffectKey =>
  `${run.number}/decisions/${id}/${moment}` as EffectKey

function timer(
  run: Run,
  decision: Decision,
  moment: Moment,
  at: (since: number, until: number) => number,
): readonly Effect[] {
  const { since, closesAt } = decision
  if (closesAt === null) return []
  return [{ kind: 'timer', key: keyOf(run, decision, moment), notBefore: Math.round(at(since, closesAt)) }]
}
