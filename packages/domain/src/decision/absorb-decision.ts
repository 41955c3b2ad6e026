import { type EventPlace, type Fact, fact } from '../event/event.ts'
import type { Role } from '../event/facts.ts'
import type { TaskReport } from '../mode/mode.ts'
import { readAnswer } from '../mode/read-answer.ts'
import { type Decision, decisionBy, hasVoted, isUndecided, VOTE_UNREAD } from '../state/decision.ts'
import { type Run, type Session, seatName, seatOf } from '../state/session.ts'
import { voteAnswer } from './answers.ts'
import { ruleByLead } from './rule.ts'

/** An agent's answer in a decision: an argument, a vote, or the decision itself. Nothing else reads these texts. */
export function absorbDecision(session: Session, run: Run, report: TaskReport, place: EventPlace): readonly Fact[] {
  const task = session.tasks[report.task]
  const decision = task?.decision == null ? undefined : decisionBy(session.decisions, task.decision)
  if (!task || !decision || !isUndecided(decision)) return []
  const failed = report.ok ? [] : [failure(report, place)]
  switch (task.kind) {
    case 'deliberate':
      return [...failed, ...argued(run, report, place)]
    case 'vote':
      return [...failed, ...(report.ok ? voted({ session, run, place }, decision, report) : [])]
    case 'decide':
      return [...failed, ...ruleByLead(session, run, decision, report)]
    default:
      return []
  }
}

function failure({ agent, error }: TaskReport, place: EventPlace): Fact {
  const { code, message } = error ?? { code: 'failed', message: 'The agent failed.' }
  return fact('error', { code, source: agent, message, fatal: false }, place)
}

function argued(run: Run, { agent, report: text, incomplete }: TaskReport, place: EventPlace): readonly Fact[] {
  if (text === '') return []
  const seat = seatOf(run, agent)
  const role: Role = seat?.seat === 'lead' || seat?.seat === 'judge' ? seat.seat : 'member'
  const rehearsal = seat && run.settings.models[seat.model]?.rehearsal
  const said = { author: agent, role, kind: 'deliberation' as const, text }
  return [fact('message', { ...said, ...(incomplete && { incomplete }), ...(rehearsal && { rehearsal }) }, place)]
}

type Voting = { readonly session: Session; readonly run: Run; readonly place: EventPlace }

/** Does not quote an unreadable answer: it may name an option, and the vote is secret. */
function voted({ session, run, place }: Voting, decision: Decision, finished: TaskReport): readonly Fact[] {
  const { agent } = finished
  // It may have voted by tool call while its ballot was in progress: the first vote counts.
  if (hasVoted(decision, agent)) return []
  const choice = readAnswer(session, finished, voteAnswer, decision.options)
  if (!choice) {
    const isLast = decision.unread.includes(agent)
    const then = isLast ? 'and does not count' : 'and is requested again'
    const message = `The vote by ${seatName(run, agent)} on "${decision.topic}" could not be read, ${then}.`
    return [
      fact(
        'warning',
        { code: VOTE_UNREAD, message, details: decision.id, ...(isLast && { unread: voteAnswer.name }) },
        place,
      ),
    ]
  }
  const { option, reason, confidence } = choice
  const cast = option === null ? { option: '', abstains: true } : { option }
  const model = seatOf(run, agent)?.model
  const by = { voter: agent, ...(model !== undefined && { model }) }
  const data = { decision: decision.id, ...by, ...cast, reason, ...(confidence !== null && { confidence }) }
  return [fact('decision.voted', data, place)]
}
