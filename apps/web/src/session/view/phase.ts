import { modes, USER } from '@convene/domain'
import type { SessionDecision } from '@convene/reading'
import type { View } from './view.ts'

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

/** How many requests wait for the user, as lists count them. */
export function waitsFor({ session, decisions }: View): number {
  const votes = openVotes({ session, decisions })
  return Object.keys(session.asks).length + Object.keys(session.questions).length + votes.length
}

/** Decisions still open for the user's vote. While votes are secret, they arrive without their option. */
export const openVotes = ({ session, decisions }: Pick<View, 'session' | 'decisions'>): readonly SessionDecision[] =>
  decisions.filter(
    ({ decision, eligible, votes }) =>
      ['deliberating', 'voting'].includes(stageOf(session, decision)) &&
      eligible.includes(USER) &&
      !votes.some(({ voter }) => voter === USER),
  )

const stageOf = ({ decisions }: View['session'], id: string): string => decisions[id]?.stage ?? ''
