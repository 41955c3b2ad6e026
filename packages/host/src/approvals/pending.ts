import { type Ask, asksUser, type Decision, isPaused, type Session } from '@convene/domain'

type Question = Session['questions'][string]

/** Something an agent is blocked on: the user's answer to an ask, a question or a gate. */
export type PendingAnswer =
  | { readonly kind: 'ask'; readonly id: string; readonly since: number; readonly ask: Ask }
  | { readonly kind: 'question'; readonly id: string; readonly since: number; readonly question: Question }

/**
 * Something that waits for the user: an answer, or their vote, without which a decision waits for its voting window to
 * close.
 */
export type Pending =
  | PendingAnswer
  | { readonly kind: 'vote'; readonly id: string; readonly since: number; readonly decision: Decision }

/** Everything in a session that waits for the user, oldest first. */
export function pendingIn(session: Session): readonly Pending[] {
  const votes = Object.values(session.decisions)
    .filter(asksUser)
    .map((decision): Pending => ({ kind: 'vote', id: decision.id, since: decision.since, decision }))
  return [...pendingAnswers(session), ...votes].sort(byAge)
}

/** Everything that agents wait for, oldest first. */
export function pendingAnswers(session: Session): readonly PendingAnswer[] {
  const asks = Object.values(session.asks).map(
    (ask): PendingAnswer => ({ kind: 'ask', id: ask.ask, since: ask.since, ask }),
  )
  const questions = Object.values(session.questions).map(
    (question): PendingAnswer => ({ kind: 'question', id: question.id, since: question.since, question }),
  )
  return [...asks, ...questions].sort(byAge)
}

const byAge = (a: Pending, b: Pending): number => a.since - b.since || (a.id < b.id ? -1 : 1)

/** The run continues as soon as the user answers. A paused run asks once it is resumed. */
export const waitsForAnswers = (session: Session): boolean => !isPaused(session) && pendingAnswers(session).length > 0

/** The agents that an ask came through. The one that asks is last. */
export function chainOf(session: Session, pending: Pending): readonly string[] {
  if (pending.kind === 'ask') return pending.ask.chain
  // In the user's own turn, no agent is asking.
  if (pending.kind === 'question' && pending.question.turn) return []
  const task = pending.kind === 'vote' ? pending.decision.call?.task : pending.question.task
  return (task && session.tasks[task]?.chain) || []
}

/** `coder for planner for you`. */
export const askerChainText = (chain: readonly string[]): string => [...chain].reverse().concat('you').join(' for ')
