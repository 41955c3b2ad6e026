import { logOddsOf, nameOf, own, type Term } from './belief.ts'
import { logit, sigmoid } from './log-odds.ts'
import { newsOf } from './news.ts'
import { baseRate, type CountedVote, type TrackRecord, type Vote, wrongAnswers } from './record.ts'
import { termsOf } from './worth.ts'

/** How much one vote counted, and why. */
export type Weight = {
  readonly voter: string
  /** The probability that this vote alone is right. */
  readonly chance: number
  /** How much it says for its option by itself, as log odds. Negative: votes like this one are wrong more often. */
  readonly worth: number
  /** The share of it that other votes have not said already. */
  readonly news: number
  /** What it added to its option. */
  readonly counted: number
}

/** The result of the votes, and why. */
export type Count = {
  /** Null if several options come first. */
  readonly option: string | null
  /** The options that come first, and those too close to the first one to tell. */
  readonly tied: readonly string[]
  readonly close: readonly string[]
  /** The probability that the leading option is right. */
  readonly probability: number
  readonly weights: readonly Weight[]
  /** The probability of each option with a vote, before experience corrects it. */
  readonly shares: ReadonlyMap<string, number>
  /** What the probability was computed from, for learning once the outcome is known. */
  readonly terms: readonly Term[]
}

/** No vote says more than this against its own option. */
const LEAST_WORTH = -3
/** Odds of 57 to 43 between the first two are too close to tell. */
const CLOSE = 0.3
const ROUNDING = 1e-9
const LEAST_REST = 1e-6
export const OWN_SAY = { mean: 1, variance: 0.03 }
const MAP = {
  constant: { mean: 0, variance: 0.06 },
  slope: { mean: 1, variance: 0.03 },
  topic: { mean: 0, variance: 0.03 },
}

/**
 * The one rule for counting votes. Every option starts with its base rate. Each vote adds what it is worth, as far as
 * it is news. The result says how probable it is that the leading option is right.
 */
export function countVotes(vote: Vote, known: TrackRecord): Count {
  const weights = weightsOf(vote, known)
  const sums = sumsOf(vote, known, weights)
  const sorted = [...sums].toSorted(([, one], [, other]) => other - one)
  const top = sorted[0]?.[1] ?? 0
  const others = sorted.slice(1).reduce((sum, [, each]) => sum + Math.exp(each), unvoted(vote, known, sums))
  const terms = mapTerms(top - Math.log(Math.max(LEAST_REST, others)), vote.topic)
  // In the order of the votes: the order of sums that differ only by rounding means nothing.
  const within = (margin: number) => [...sums].filter(([, each]) => each >= top - margin).map(([option]) => option)
  const tied = within(ROUNDING)
  const total = others + Math.exp(top)
  return {
    option: tied.length === 1 ? (tied[0] ?? null) : null,
    tied,
    close: within(CLOSE),
    probability: sigmoid(logOddsOf(known.beliefs, terms)),
    weights,
    shares: new Map(sorted.map(([option, each]) => [option, Math.exp(each) / total])),
    terms,
  }
}

function weightsOf(vote: Vote, known: TrackRecord): readonly Weight[] {
  const news = newsOf(known, vote)
  return vote.ballots.map((ballot, index) => {
    const share = news[index] ?? 0
    const worth = worthOf(ballot, vote, known)
    const chance = sigmoid(logOddsOf(known.beliefs, termsOf(ballot, vote)))
    return { voter: ballot.voter, chance, worth, news: share, counted: share * worth * sayOf(known, ballot) }
  })
}

/** How much this vote says for its option by itself. */
export const worthOf = (ballot: CountedVote, vote: Omit<Vote, 'ballots'>, known: TrackRecord): number =>
  Math.max(LEAST_WORTH, logOddsOf(known.beliefs, termsOf(ballot, vote)) - logit(baseRate(known, vote, ballot.option)))

/** The weight of a model in a panel, learned from the errors of panels it was in. */
export const ownName = (model: string): string => nameOf('say', model)
export const sayOf = ({ beliefs }: TrackRecord, { model }: Pick<CountedVote, 'model'>): number =>
  own(beliefs, ownName(model))?.mean ?? OWN_SAY.mean

function sumsOf(vote: Vote, known: TrackRecord, weights: readonly Weight[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [index, { option }] of vote.ballots.entries()) {
    const before = sums.get(option) ?? Math.log(baseRate(known, vote, option))
    sums.set(option, before + (weights[index]?.counted ?? 0))
  }
  return sums
}

/** The probability of everything that nobody voted for. */
function unvoted(vote: Vote, known: TrackRecord, sums: ReadonlyMap<string, number>): number {
  if (!vote.options) return Math.max(0, 1 - sums.size / (1 + wrongAnswers(known, vote)))
  return vote.options.reduce((sum, option) => sum + (sums.has(option) ? 0 : baseRate(known, vote, option)), 0)
}

/** Turns the leader's margin into a calibrated probability. */
const mapTerms = (lead: number, topic: string): readonly Term[] => [
  { name: 'map', factor: 1, prior: MAP.constant },
  { name: nameOf('map', 'lead'), factor: lead, prior: MAP.slope },
  { name: nameOf('map', 'topic', topic), factor: 1, prior: MAP.topic },
]
