import { isFinal, modes, type Session } from '@convene/domain'
import type { BadgeTone } from '../parts/badge.tsx'

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
  return Object.keys(session.asks).length + Object.keys(session.questions).length
}

/** The state of a run in one word. */
export function stateOf(phase: string, pending: number): { readonly word: string; readonly tone: BadgeTone } {
  if (pending > 0 && !isFinal(phase)) return { word: 'Needs you', tone: 'warning' }
  if (phase === 'completed') return { word: 'Done', tone: 'good' }
  if (phase === 'failed') return { word: 'Failed', tone: 'bad' }
  if (phase === 'cancelled') return { word: 'Stopped', tone: 'plain' }
  if (phase === 'paused') return { word: 'Paused', tone: 'warning' }
  return phase === 'idle' ? { word: 'Idle', tone: 'plain' } : { word: 'Running', tone: 'accent' }
}
