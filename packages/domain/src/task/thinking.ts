import type { Heading } from '../event/heading.ts'
import type { Reasoning } from '../reasoning/reasoning.ts'
import type { Session } from '../state/session.ts'
import type { Seat } from '../team/team.ts'

type RunModels = Pick<NonNullable<Session['run']>, 'settings'>

/** Answers of a word or a number that a program reads: thinking long about them is a waste. */
const short: readonly Heading[] = ['Next speaker', 'Converged?', 'Evaluate', 'Vote', 'Title']

/** Tokens that a model gets to think with, on top of its answer. */
const ROOM: Readonly<Record<Reasoning | 'usual', number>> = {
  off: 4_000,
  low: 4_000,
  usual: 8_000,
  medium: 8_000,
  high: 16_000,
  max: 32_000,
}

/** The level to ask for: the seat's own, else the run's; the lowest the model has if the answer is short. */
export function levelFor({ settings }: RunModels, seat: Seat, heading: Heading): Reasoning | undefined {
  const levels = settings.models[seat.model]?.reasoning
  if (short.includes(heading) && levels && levels.length > 0) return levels[0]
  return seat.reasoning ?? settings.reasoning
}

/**
 * The room for thinking that a call needs: providers count it as output, and a limit on an answer means what is said.
 * A model of which nothing is known gets none until it is seen to think.
 */
export function roomToThink(run: RunModels, seat: Seat, heading: Heading, isSeenToThink = false): number {
  const levels = run.settings.models[seat.model]?.reasoning ?? (isSeenToThink ? undefined : [])
  if (levels?.length === 0) return 0
  const level = levelFor(run, seat, heading)
  if (level === 'off' && levels?.includes('off')) return 0
  return ROOM[level ?? 'usual']
}
