import { modes, USER } from '@convene/domain'
import type { Decision, View } from './view.ts'

const aside: readonly string[] = ['idle', 'paused', 'cancelled', 'failed']

/** The phases of a mode in table order, without those every run has. */
export const phasesOf = (mode: string): readonly string[] =>
  Object.keys(modes[mode]?.transitions ?? {}).filter((phase) => !aside.includes(phase))

/** Whether an earlier phase can follow this one. */
export function loopsBack(mode: string, phase: string): boolean {
  const phases = phasesOf(mode)
  const next = Object.values(modes[mode]?.transitions[phase] ?? {})
  return next.some((to) => phases.includes(to) && phases.indexOf(to) < phases.indexOf(phase))
}

/** How many requests wait for the user. */
export function waitsFor({ session, decisions }: View): number {
  const votes = decisions.filter(canVote).length
  return Object.keys(session.asks).length + Object.keys(session.questions).length + votes
}

/** Whether the user still has to vote. While votes are secret they arrive without their option. */
export const canVote = ({ eligible, committed, votes }: Decision): boolean =>
  committed === null && eligible.includes(USER) && !votes.some(({ voter }) => voter === USER)
