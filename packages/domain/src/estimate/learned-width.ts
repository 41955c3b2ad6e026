import type { LearnedWidth, Pooled, ValueRange } from '../event/estimate-facts.ts'
import type { Event } from '../event/event.ts'

/** How far from its middle a number was, in units of the stated distance to that end. */
export type Miss = number

/** Fewer estimates say too little. */
const FEWEST = 5
/** The stated width counts as much as this many outcomes. */
const STATED = 5
const NARROWEST = 0.5
const WIDEST = 4
const FARTHEST = 20
/** A range is meant to hold in eight of ten cases. */
const HOLDS = 0.8

/** How much wider the next range must be than its seats say, by how far earlier ones were off. Undefined for too few. */
export function learnedWidth(misses: readonly Miss[]): LearnedWidth | undefined {
  if (misses.length < FEWEST) return undefined
  const sorted = misses.toSorted((one, other) => one - other)
  // Of n outcomes and the next one, each is as likely to be the farthest.
  const place = Math.min(sorted.length - 1, Math.max(0, HOLDS * (sorted.length + 1) - 1))
  const [below = 1, above = 1] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  const seen = Math.max(0.01, below + (above - below) * (place - Math.floor(place)))
  const factor = Math.exp((sorted.length * Math.log(seen)) / (sorted.length + STATED))
  return { factor: Math.min(WIDEST, Math.max(NARROWEST, factor)), resolved: sorted.length }
}

/** A range as wide as earlier ones should have been. One above zero stays there. */
export function widened({ low, middle, high }: ValueRange, { factor }: Pick<LearnedWidth, 'factor'>): ValueRange {
  if (low <= 0) return { low: middle - (middle - low) * factor, middle, high: middle + (high - middle) * factor }
  return { low: middle * (low / middle) ** factor, middle, high: middle * (high / middle) ** factor }
}

/** How far off a number was from what the seats themselves had said. A chance has no width. */
export function missOf({ quantity, range, width }: Pooled, value: number): Miss | undefined {
  if (quantity.kind === 'chance' || range === null) return undefined
  const isRatio = range.low > 0 && value > 0
  const of = (one: number): number => (isRatio ? Math.log(one) : one)
  const away = of(value) - of(range.middle)
  const stated = Math.abs((away < 0 ? of(range.low) : of(range.high)) - of(range.middle)) / (width?.factor ?? 1)
  if (away === 0) return 0
  return stated === 0 ? FARTHEST : Math.min(FARTHEST, Math.abs(away) / stated)
}

/** How far off the newest estimate in this part of a log was. Undefined if nobody knows. */
export function missIn(events: readonly Event[]): Miss | undefined {
  const known = events.findLast((event) => event.type === 'estimate.resolved')
  if (known?.type !== 'estimate.resolved' || known.data.value === null) return undefined
  const { run, estimate, value } = known.data
  const pooled = events.findLast(
    (event) => event.type === 'estimate.pooled' && event.run === run && event.data.estimate === estimate,
  )
  return pooled?.type === 'estimate.pooled' ? missOf(pooled.data, value) : undefined
}
