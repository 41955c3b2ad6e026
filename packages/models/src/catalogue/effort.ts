import type { Reasoning } from '@convene/domain'

/** Every effort that some provider knows, from least to most. */
export const efforts = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof efforts)[number]

/** What each of our levels may be called, the best name first. */
const names: Readonly<Record<Reasoning, readonly Effort[]>> = {
  off: ['off'],
  low: ['low', 'minimal'],
  medium: ['medium'],
  high: ['high'],
  max: ['max', 'xhigh'],
}
const levels = Object.keys(names) as Reasoning[]

/** Our levels that a model has, by the efforts it knows. */
export const levelsOf = (known: readonly Effort[]): Reasoning[] =>
  levels.filter((level) => names[level].some((effort) => known.includes(effort)))

/** The efforts behind levels that the user named. */
export const effortsOf = (named: readonly Reasoning[]): Effort[] =>
  efforts.filter((effort) => named.some((level) => names[level][0] === effort))

/** The effort for a level: that level, else the nearest one the model has. Undefined if the model does not think. */
export function effortFor(level: Reasoning, known: readonly Effort[]): Effort | undefined {
  const exact = names[level].find((effort) => known.includes(effort))
  if (exact !== undefined) return exact
  const wanted = efforts.indexOf(names[level][0] ?? 'medium')
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - wanted)
  const thinking = known.filter((effort) => effort !== 'off')
  return thinking.toSorted((a, b) => distance(a) - distance(b))[0]
}
