import type { Seat } from '../team/team.ts'
import { type Floor, turnsTaken } from './state.ts'

/** The round that is under way: one turn of every panelist. */
export function roundNow({ run, panel }: Pick<Floor, 'run' | 'panel'>): number {
  return Math.floor(turnsTaken(panel) / Math.max(1, run.team.members.length)) + 1
}

/** How many rounds are complete. */
export const roundsDone = (floor: Pick<Floor, 'run' | 'panel'>): number => roundNow(floor) - 1

/** Who has not spoken in this round, in order. The seat that begins moves on with each round. */
export function waiting({ run, panel }: Pick<Floor, 'run' | 'panel'>): readonly Seat[] {
  const { members } = run.team
  const round = roundNow({ run, panel })
  const first = (round - 1) % Math.max(1, members.length)
  const order = [...members.slice(first), ...members.slice(0, first)]
  const spoke = new Set(panel.turns.filter((turn) => turn.round === round).map(({ agent }) => agent))
  return order.filter(({ slug }) => !spoke.has(slug))
}

/** Who speaks next: whom the Moderator picked, where it may, else whose turn it is. */
export function speaker(floor: Floor): Seat | undefined {
  const open = waiting(floor)
  return open.find(({ slug }) => slug === floor.panel.picked) ?? open[0]
}

/** The turns of one round that were spoken: failed and blocked ones say nothing about anybody's mind. */
export const spokenIn = ({ panel }: Pick<Floor, 'panel'>, round: number) =>
  panel.turns.filter((turn) => turn.round === round && turn.state === 'approved')
