import type { Event, EventOf } from '../../../event/event.ts'
import type { DebateState } from '../debate/state.ts'
import type { BallotState, CommittedBallots } from './state.ts'

/** Records the end of a debate: ballots, the Head's ruling, the decision. */
export function evolveBallot(ballot: BallotState, event: Event, debate: DebateState): BallotState {
  switch (event.type) {
    case 'task.assigned':
      return event.data.via ? ballot : assigned(ballot, event)
    case 'task.finished':
      return event.task !== undefined && ballot.called.includes(event.task) ? finished(ballot, event) : ballot
    case 'message':
      return said(ballot, event)
    case 'run.state':
      return moved(ballot, event)
    case 'decision.proposed':
      return event.data.ballot ? { ...ballot, decision: event.data.decision, eligible: event.data.eligible } : ballot
    case 'decision.voted':
      return event.data.decision === ballot.decision ? voted(ballot, event, debate) : ballot
    case 'decision.committed':
      return event.data.decision === ballot.decision ? { ...ballot, committed: committedIn(event) } : ballot
    case 'warning':
      return warned(ballot, event)
    default:
      return ballot
  }
}

function assigned(ballot: BallotState, { data: { kind }, task }: EventOf<'task.assigned'>): BallotState {
  if (kind === 'decide') return { ...ballot, rulingsAsked: ballot.rulingsAsked + 1 }
  if (kind !== 'final_position') return ballot
  return { ...ballot, ballotsAsked: ballot.ballotsAsked + 1, called: [...ballot.called, task ?? ''] }
}

/**
 * A ballot that a limit cut off before its first word does not count as asked for: it is requested once more, from the
 * reserve. A voter cut off a second time counts: a third task would have the same name as the second.
 */
function finished(ballot: BallotState, { data, agent = '', task }: EventOf<'task.finished'>): BallotState {
  const open = { ...ballot, called: ballot.called.filter((one) => one !== task) }
  if (data.ok || data.error?.code !== 'limit_reached') return open
  const cut = [...ballot.cut, agent]
  return ballot.cut.includes(agent) ? { ...open, cut } : { ...open, cut, ballotsAsked: ballot.ballotsAsked - 1 }
}

function said(ballot: BallotState, { data: { kind, role, needsMore = false } }: EventOf<'message'>): BallotState {
  if (role === 'user') return ballot
  if (kind === 'final_position') return needsMore ? { ...ballot, reopens: true } : ballot
  return kind === 'ballot' ? { ...ballot, published: true } : ballot
}

/** If the debate continues, ballots will be requested again. */
function moved(ballot: BallotState, { data }: EventOf<'run.state'>): BallotState {
  if (data.from === 'paused' || data.to === 'paused') return ballot
  if (data.to === 'converging') return { ...ballot, closings: ballot.closings + 1, why: whyClosed(data.reason) }
  if (data.trigger !== 'debateResumed') return ballot
  return { ...ballot, ballots: [], abstained: [], decision: null, reopens: false, ballotsAsked: 0, cut: [] }
}

/** A unanimous vote means the panel has converged. */
const whyClosed = (reason = 'converged'): string => (reason === 'unanimous' ? 'converged' : reason)

function voted(ballot: BallotState, { data }: EventOf<'decision.voted'>, { options }: DebateState): BallotState {
  const { voter, option, confidence = null, reason, veto = '', model = '', casting = false, abstains = false } = data
  if (abstains) return { ...ballot, abstained: [...ballot.abstained, voter] }
  if (casting) return { ...ballot, casting: { option, reason } }
  if (!options.some(({ text }) => text === option)) return ballot
  return { ...ballot, ballots: [...ballot.ballots, { voter, option, confidence, reason, veto, model }] }
}

function committedIn({ data }: EventOf<'decision.committed'>): CommittedBallots {
  const { option, how, votes, dissent, probability, basis, close = [] } = data
  const chance = probability !== undefined && basis && { right: probability, basis, isClose: close.length > 0 }
  return { option, how, votes, dissent, ...(chance && { chance }) }
}

/** Unaffordable ballots are not requested again. */
const NO_MORE = 1_000

function warned(ballot: BallotState, { data }: EventOf<'warning'>): BallotState {
  if (data.code === 'casting_unread') return { ...ballot, unreadRulings: ballot.unreadRulings + 1 }
  return data.code === 'no_ballot' ? { ...ballot, ballotsAsked: NO_MORE } : ballot
}
