import type { Seat } from '../../../team/team.ts'
import { isUser } from '../../../team/user-seat.ts'
import { type DebateContext, isTaken } from './state.ts'

type Seated = Pick<DebateContext, 'run' | 'panel'>

/** Who the debate still asks. */
export const askedSeats = ({ run, panel }: Seated): readonly Seat[] =>
  run.team.members.filter(({ slug }) => !panel.debate.passedOver.includes(slug))

const newestRound = ({ panel }: Pick<DebateContext, 'panel'>): number =>
  Math.max(0, ...panel.debate.turns.map(({ round }) => round))

/** All speakers have had a turn in the newest round, and none has started another. */
export function isBetweenRounds(context: Seated): boolean {
  const newest = newestRound(context)
  const taken = context.panel.debate.turns.filter((turn) => turn.round === newest && isTaken(turn))
  return newest > 0 && askedSeats(context).every(({ slug }) => taken.some(({ agent }) => agent === slug))
}

/** The current round: one turn per speaker. */
export const roundNow = (context: Seated): number =>
  isBetweenRounds(context) ? newestRound(context) + 1 : Math.max(1, newestRound(context))

/** How many rounds are complete. */
export const roundsDone = (context: Seated): number => roundNow(context) - 1

/** Who has not spoken in this round, in order. Each round begins with the next seat. */
export function waiting({ run, panel }: Seated): readonly Seat[] {
  const members = askedSeats({ run, panel })
  const round = roundNow({ run, panel })
  const first = (round - 1) % Math.max(1, members.length)
  const order = [...members.slice(first), ...members.slice(0, first)]
  const spoke = new Set(panel.debate.turns.filter((turn) => turn.round === round).map(({ agent }) => agent))
  return order.filter(({ slug }) => !spoke.has(slug))
}

/** Among seats asked at the same time, the user goes first and alone: there is nothing from the others to see yet. */
export const userFirst = (seats: readonly Seat[]): readonly Seat[] => {
  const user = seats.filter(isUser)
  return user.length > 0 ? user : seats
}

/** Who speaks next: the Moderator's pick, if it may pick, else the next in turn. */
export function debateSpeaker(context: DebateContext): Seat | undefined {
  const open = waiting(context)
  return open.find(({ slug }) => slug === context.panel.debate.picked) ?? open[0]
}

/** The turns spoken in a round. Failed and blocked ones say nothing about anyone's position. */
export const spokenIn = ({ panel }: Pick<DebateContext, 'panel'>, round: number) =>
  panel.debate.turns.filter((turn) => turn.round === round && turn.state === 'approved')
