import { asksUser } from './decision.ts'
import type { Session } from './session.ts'

/** How many items are waiting for the user: asks, questions, and votes they can cast. */
export const countWaiting = ({
  asks,
  questions,
  decisions,
}: Pick<Session, 'asks' | 'questions' | 'decisions'>): number =>
  Object.keys(asks).length + Object.keys(questions).length + Object.values(decisions).filter(asksUser).length
