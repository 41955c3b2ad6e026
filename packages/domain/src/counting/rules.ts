import { decide, rightness } from '../track-record/decide.ts'
import { emptyRecord, type Poll, resolve, type TrackRecord } from '../track-record/track-record.ts'
import { countVotes } from './count.ts'
import { learnOutcome, type Truth } from './learn-outcome.ts'
import { type Knowledge, noKnowledge, type Vote } from './record.ts'

/** What a rule says about a vote before its outcome is known. */
export type VoteForecast = {
  /** The options that come first: one, or several that it cannot separate. */
  readonly tied: readonly string[]
  readonly probability: number
  readonly isClose: boolean
}

/** A rule for counting votes that learns from outcomes, so that two of them can be compared. */
export type CountingRule<Known> = {
  readonly start: Known
  readonly count: (vote: Vote, known: Known) => VoteForecast
  readonly learn: (known: Known, vote: Vote, outcome: Truth) => Known
}

/** The rule that counts: the most votes win until every model has a record. */
export const recordRule: CountingRule<TrackRecord> = {
  start: emptyRecord,
  count: (vote, known) => {
    const { option, tied, probability } = decide(pollOf(vote), known)
    return { tied: option === null ? tied : [option], probability, isClose: option === null }
  },
  learn: (known, vote, { truth, at }) => {
    const result = decide(pollOf(vote), known)
    return resolve(known, pollOf(vote), { truth, at }, { features: result.features, right: rightness(result, truth) })
  },
}

const pollOf = ({ options, ...vote }: Vote): Poll => ({ ...vote, options: options?.length ?? null })

/** The rule that may replace it: votes count as far as they are news, with an honest probability from the start. */
export const newsRule: CountingRule<Knowledge> = {
  start: noKnowledge,
  count: (vote, known) => {
    const { tied, close, probability } = countVotes(vote, known)
    return { tied, probability, isClose: close.length > 1 }
  },
  learn: learnOutcome,
}
