import type { Reasoning } from '@convene/domain'

/** Every effort that some provider supports, from least to most. */
export const efforts = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof efforts)[number]

/** Possible names for each of our levels, best first. */
const names: Readonly<Record<Reasoning, readonly Effort[]>> = {
  off: ['off'],
  low: ['low', 'minimal'],
  medium: ['medium'],
  high: ['high'],
  max: ['max', 'xhigh'],
}
const levels = Object.keys(names) as Reasoning[]

/** Which of our levels a model has, given the efforts it supports. */
export const levelsOf = (known: readonly Effort[]): Reasoning[] =>
  levels.filter((level) => names[level].some((effort) => known.includes(effort)))

/** The efforts behind levels that the user named. */
export const effortsOf = (named: readonly Reasoning[]): Effort[] =>
  efforts.filter((effort) => named.some((level) => names[level][0] === effort))

/** The effort for a level, or else the nearest one the model has. Undefined if the model does not reason. */
export function effortFor(level: Reasoning, known: readonly Effort[]): Effort | undefined {
  const exact = names[level].find((effort) => known.includes(effort))
  if (exact !== undefined) return exact
  const wanted = efforts.indexOf(names[level][0] ?? 'medium')
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - wanted)
  const thinking = known.filter((effort) => effort !== 'off')
  return thinking.toSorted((a, b) => distance(a) - distance(b))[0]
}
