import { modes, USER } from '@convene/domain'
import type { Decision, View } from './view.ts'

const aside: readonly string[] = ['idle', 'paused', 'cancelled', 'failed']

/** The phases of a mode in the order of its table, without those that any run can fall into. */
export const phasesOf = (mode: string): readonly string[] =>
  Object.keys(modes[mode]?.transitions ?? {}).filter((phase) => !aside.includes(phase))

/** Whether this phase can be followed by an earlier one: the run may come round again. */
export function loopsBack(mode: string, phase: string): boolean {
  const phases = phasesOf(mode)
  const next = Object.values(modes[mode]?.transitions[phase] ?? {})
  return next.some((to) => phases.includes(to) && phases.indexOf(to) < phases.indexOf(phase))
}

/** What a person has to do for the run to go on. */
export function waitsFor({ session, decisions }: View): number {
  const votes = decisions.filter(canVote).length
  return Object.keys(session.asks).length + Object.keys(session.questions).length + votes
}

/** Whether the person has a vote here and has not cast it. Votes come without their option while they are secret. */
export const canVote = ({ eligible, outcome, votes }: Decision): boolean =>
  outcome === null && eligible.includes(USER) && !votes.some(({ voter }) => voter === USER)
