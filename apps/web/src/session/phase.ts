import { modes, type Session, waitsForUser } from '@convene/domain'

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
export function waitsFor(session: Session): number {
  const votes = Object.values(session.decisions).filter(waitsForUser)
  return Object.keys(session.asks).length + Object.keys(session.questions).length + votes.length
}
