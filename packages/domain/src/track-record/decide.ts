import { logit, predict } from './logistic.ts'
import { agreementOf, type Ballot, chanceOf, decisionsOf, type Poll, type TrackRecord } from './track-record.ts'

/** The result of the votes, and why. `tied` are options too close to separate. */
export type VoteResult = {
  readonly option: string | null
  readonly how: 'record' | 'majority' | 'tie broken by record' | 'undecided'
  readonly tied: readonly string[]
  /** The probability that the leading option is right. */
  readonly probability: number
  readonly counts: { readonly [option: string]: number }
  /** What the probability was computed from, for learning once the outcome is known. */
  readonly features: readonly number[]
}

/** The record counts once every seat's model has this many resolved decisions. */
export const RECORD_FROM = 8
/** Odds of 57 to 43 between the first two are too close: the result is undecided, and another vote is needed. */
const TOO_CLOSE = 0.3
const LEAST_WEIGHT = 0.05
const ROUNDING = 1e-9

/**
 * The one rule for counting votes. A vote's weight follows from its seat's record: the log odds that it is right, and
 * more if two wrong seats seldom agree. Until every model has a record, the most votes win, and the record only breaks
 * ties.
 */
export function decide(poll: Poll, record: TrackRecord, assumed: AssumedWeight = () => undefined): VoteResult {
  const counts = sumsOf(poll.ballots, () => 1)
  const weights = sumsOf(poll.ballots, weightIn(record, poll, assumed))
  const hasRecord = poll.ballots.every(({ model }) => decisionsOf(record, model) >= RECORD_FROM)
  const most = leading(counts, ROUNDING)
  const tied = hasRecord
    ? leading(weights, TOO_CLOSE)
    : most.length > 1
      ? leading(among(weights, most), TOO_CLOSE)
      : most
  const option = tied.length === 1 ? (tied[0] ?? null) : null
  const features = featuresOf(tied[0], weights, counts, poll.ballots.length)
  return {
    option,
    how: option === null ? 'undecided' : hasRecord ? 'record' : most.length > 1 ? 'tie broken by record' : 'majority',
    tied: option === null ? tied : [],
    probability: predict(record.trust, features),
    counts: Object.fromEntries(counts),
    features,
  }
}

/** The options with the most votes, for comparison: the result of a simple count. */
export const majorityOf = ({ ballots }: Poll): readonly string[] =>
  leading(
    sumsOf(ballots, () => 1),
    ROUNDING,
  )

/** Half right if several options are left and the right one is among them. */
export function rightness({ option, tied }: Pick<VoteResult, 'option' | 'tied'>, truth: string | null): number {
  const leaders = option === null ? tied : [option]
  return truth === null || !leaders.includes(truth) ? 0 : leaders.length > 1 ? 0.5 : 1
}

type Sums = ReadonlyMap<string, number>

/** The weight of a vote not yet cast, for working out what it could change. */
type AssumedWeight = (ballot: Ballot, agreement: number) => number | undefined

function weightIn(record: TrackRecord, poll: Poll, assumed: AssumedWeight): (ballot: Ballot) => number {
  const agreement = agreementOf(record, poll)
  return (ballot) => assumed(ballot, agreement) ?? weighs(chanceOf(record, ballot, poll.topic), agreement)
}

/** The weight of a vote with this probability of being right, in a team whose wrong votes agree this often. */
export const weighs = (chance: number, agreement: number): number =>
  Math.max(LEAST_WEIGHT, logit(chance) - Math.log(agreement))

function sumsOf(ballots: readonly Ballot[], weigh: (ballot: Ballot) => number): Sums {
  const sums = new Map<string, number>()
  for (const ballot of ballots) sums.set(ballot.option, (sums.get(ballot.option) ?? 0) + weigh(ballot))
  return sums
}

const among = (sums: Sums, options: readonly string[]): Sums =>
  new Map([...sums].filter(([option]) => options.includes(option)))

/** Those within `margin` of the largest sum, largest first. */
function leading(sums: Sums, margin: number): readonly string[] {
  const sorted = [...sums].toSorted(([, one], [, other]) => other - one)
  const largest = sorted[0]?.[1] ?? 0
  return sorted.filter(([, sum]) => sum >= largest - margin).map(([option]) => option)
}

/** A constant, how far the leader is ahead, and its share of the votes. */
function featuresOf(leader: string | undefined, weights: Sums, counts: Sums, votes: number): readonly number[] {
  if (leader === undefined) return [1, 0, 0]
  const others = [...weights].filter(([option]) => option !== leader).map(([, sum]) => sum)
  return [1, (weights.get(leader) ?? 0) - Math.max(0, ...others), (counts.get(leader) ?? 0) / votes]
}
