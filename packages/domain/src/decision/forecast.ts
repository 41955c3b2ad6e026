import { own } from '../counting/belief.ts'
import type { Count } from '../counting/count.ts'
import type { TrackRecord, Vote } from '../counting/record.ts'
import { vendorOf } from '../counting/vendor.ts'
import { firstWorth } from '../counting/worth.ts'
import type { Basis, Forecast } from '../event/decision-facts.ts'
import type { Facts } from '../event/facts.ts'
import { USER } from '../team/user-seat.ts'

type Result = {
  readonly vote: Vote
  readonly count: Count
  readonly record: TrackRecord
  /** The voters by the names that people read, in the order of the votes. */
  readonly voters: readonly string[]
}

/** What to say about a result beside its option. */
export function forecastOf({ vote, count, record, voters }: Result): Forecast {
  const { probability, close } = count
  const unit = firstWorth(vote)
  return {
    probability,
    basis: basisOf(vote, record),
    close: close.length > 1 ? close : [],
    weights: count.weights.map(({ counted, chance }, place) => {
      const like = likeIn(vote, place)
      return {
        voter: voters[place] ?? '',
        weight: counted / unit,
        chance,
        ...(like && { like: { voter: voters[like.place] ?? '', by: like.by } }),
      }
    }),
  }
}

const basisOf = ({ ballots }: Vote, record: TrackRecord): Basis =>
  basisOfModels(
    ballots.map(({ model }) => model),
    record,
  )

/** What answers of these models are based on. */
export function basisOfModels(asked: readonly string[], record: TrackRecord): Basis {
  const models = [...new Set(asked)].filter((model) => model !== USER)
  const resolved = Math.max(0, ...models.map((model) => own(record.models, model) ?? 0))
  return { resolved, models: models.length, vendors: new Set(models.map(vendorOf)).size }
}

/** The seat whose errors a vote has most in common: one with the same model, else one of the same vendor. */
function likeIn({ ballots }: Vote, place: number): { readonly place: number; readonly by: 'model' | 'vendor' } | null {
  const model = ballots[place]?.model ?? ''
  if (model === USER) return null
  const other = (isLike: (model: string) => boolean) =>
    ballots.findIndex((ballot, index) => index !== place && isLike(ballot.model))
  const copy = other((one) => one === model)
  if (copy >= 0) return { place: copy, by: 'model' }
  const kin = other((one) => vendorOf(one) === vendorOf(model))
  return kin >= 0 ? { place: kin, by: 'vendor' } : null
}

/** A forecast as part of the commitment. A rehearsal, and a decision by the user alone, have none. */
export const forecastFacts = (
  { probability, basis, close, weights }: Forecast,
  { isShown }: { readonly isShown: boolean },
): ForecastFacts =>
  isShown ? { probability, basis, ...(close.length > 0 && { close: [...close] }), weights: [...weights] } : {}

type ForecastFacts = Pick<Facts['decision.committed'], 'probability' | 'basis' | 'close' | 'weights'>
