import type { TaskKind } from '../event/task-kind.ts'
import type { Reasoning } from '../reasoning/reasoning.ts'
import type { Session } from '../state/session.ts'
import type { Seat } from '../team/team.ts'
import type { Pace } from './course.ts'

type RunModels = Pick<NonNullable<Session['run']>, 'settings'>

/** Answers of a word or a number for a program. Long thinking would be wasted on them. */
const short: readonly TaskKind[] = ['next_speaker', 'converged', 'evaluate', 'vote', 'title']

/** How many tokens a model may think with, in addition to its answer. */
const ROOM: Readonly<Record<Reasoning | 'usual', number>> = {
  off: 4_000,
  low: 4_000,
  usual: 8_000,
  medium: 8_000,
  high: 16_000,
  max: 32_000,
}

/** The reasoning level to request: the seat's, else the run's. Short answers use the model's lowest. */
export function levelFor({ settings }: RunModels, seat: Seat, kind: TaskKind): Reasoning | undefined {
  const levels = settings.models[seat.model]?.reasoning
  if (short.includes(kind) && levels && levels.length > 0) return levels[0]
  return seat.reasoning ?? settings.reasoning
}

/**
 * How many thinking tokens to leave room for. Providers count them as output, but a limit on an answer is about what is
 * said. An unknown model gets none until it is seen to think.
 */
export function roomToThink(run: RunModels, seat: Seat, kind: TaskKind, isSeenToThink = false): number {
  const levels = run.settings.models[seat.model]?.reasoning ?? (isSeenToThink ? undefined : [])
  if (levels?.length === 0) return 0
  const level = levelFor(run, seat, kind)
  if (level === 'off' && levels?.includes('off')) return 0
  return ROOM[level ?? 'usual']
}

/** The share of that room that models typically fill. */
const FILLED: Readonly<Record<Pace, number>> = { least: 1 / 8, usual: 1 / 4, most: 1 / 2 }

/** How many tokens a seat will probably think per call. */
export const likelyThought = (run: RunModels, seat: Seat, pace: Pace, isSeenToThink: boolean): number =>
  Math.round(roomToThink(run, seat, 'respond', isSeenToThink) * FILLED[pace])
