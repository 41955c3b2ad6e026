import { type Ask, isPaused, type Session } from '@convene/domain'

type Question = Session['questions'][string]

/** Something that a person has to answer before its agent can go on. */
export type Pending =
  | { readonly kind: 'ask'; readonly id: string; readonly since: number; readonly ask: Ask }
  | { readonly kind: 'question'; readonly id: string; readonly since: number; readonly question: Question }

/** Everything that waits for a person in a session, the oldest first. */
export function pendingIn(session: Session): readonly Pending[] {
  const asks = Object.values(session.asks).map((ask): Pending => ({ kind: 'ask', id: ask.ask, since: ask.since, ask }))
  const questions = Object.values(session.questions).map(
    (question): Pending => ({ kind: 'question', id: question.id, since: question.since, question }),
  )
  return [...asks, ...questions].sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
}

/** The run goes on as soon as a person answers. What is paused goes on when it is resumed, and asks then. */
export const waitsForAnswers = (session: Session): boolean => !isPaused(session) && pendingIn(session).length > 0

/** `coder for planner for you`. */
export const chainText = (chain: readonly string[]): string => [...chain].reverse().concat('you').join(' for ')
