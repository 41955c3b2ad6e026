import { logit } from './log-odds.ts'
import { type TrackRecord, type Vote, wrongAnswers } from './record.ts'
import { vendorOf } from './vendor.ts'
import { meanWorth } from './worth.ts'

/** How much the errors of two seats have in common. */
const IN_COMMON = { model: 0.8, vendor: 0.45, other: 0.35 }
const MOST_SWEEPS = 200
/** Far below what separates two options: an unfinished solution would favour the first vote. */
const SETTLED = 1e-12
const LEAST_DISTANCE = 0.05

/** How much the errors of these two models have in common, judging by who made them. */
export function errorsInCommon(one: string, other: string): number {
  if (one === other) return IN_COMMON.model
  return vendorOf(one) === vendorOf(other) ? IN_COMMON.vendor : IN_COMMON.other
}

/**
 * How much of each vote is news: three copies of one model are little more than one of them. The best linear
 * combination of detectors with errors in common, none of which counts against itself.
 */
export function newsOf(known: TrackRecord, vote: Vote): readonly number[] {
  const chance = logit(1 / (1 + wrongAnswers(known, vote)))
  const models = vote.ballots.map(({ model }) => model)
  const distances = models.map((model) => Math.sqrt(Math.max(LEAST_DISTANCE, meanWorth(known, model) - chance)))
  const common = models.map((one) => models.map((other) => errorsInCommon(one, other)))
  const counted = [...distances]
  for (let sweep = 0, moved = 1; moved > SETTLED && sweep < MOST_SWEEPS; sweep++) {
    moved = 0
    for (const [row, distance] of distances.entries()) {
      const others = counted.reduce(
        (sum, each, column) => sum + (column === row ? 0 : (common[row]?.[column] ?? 0) * each),
        0,
      )
      const next = Math.max(0, distance - others)
      moved = Math.max(moved, Math.abs(next - (counted[row] ?? 0)))
      counted[row] = next
    }
  }
  return counted.map((each, index) => each / (distances[index] ?? 1))
}
