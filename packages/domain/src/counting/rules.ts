import { countVotes } from './count.ts'
import { learnOutcome, type Truth } from './learn-outcome.ts'
import { creditOf, mostVoted } from './majority.ts'
import { emptyRecord, type TrackRecord, topicOf, type Vote } from './record.ts'

/** What a rule says about a vote before its outcome is known. */
export type VoteForecast = {
  /** The options that come first: one, or several that it cannot separate. */
  readonly tied: readonly string[]
  readonly probability: number
  readonly isClose: boolean
  /** How many were asked. */
  readonly asked: number
}

/**
 * A rule for counting votes that learns from outcomes. A new rule is replayed beside the one that counts, on recorded
 * votes and on your own decisions, before it may replace it.
 */
export type CountingRule<Known> = {
  readonly start: Known
  readonly count: (vote: Vote, known: Known) => VoteForecast
  readonly learn: (known: Known, vote: Vote, outcome: Truth) => Known
}

/** The rule that counts. */
export const countingRule: CountingRule<TrackRecord> = {
  start: emptyRecord,
  count: (vote, known) => {
    const { tied, close, probability } = countVotes(vote, known)
    return { tied, probability, isClose: close.length > 1, asked: vote.ballots.length }
  },
  learn: learnOutcome,
}

type Majorities = { readonly decisions: number; readonly right: number }
const FIRST_GUESS: Majorities = { decisions: 8, right: 5.6 }

/** What any rule must beat: the most votes win, and are as likely right as they have been so far. */
export const majorityRule: CountingRule<Majorities> = {
  start: FIRST_GUESS,
  count: ({ ballots }, { decisions, right }) => {
    const tied = mostVoted(ballots)
    return { tied, probability: right / decisions / tied.length, isClose: tied.length > 1, asked: ballots.length }
  },
  learn: ({ decisions, right }, { ballots }, { truth }) => {
    const tied = mostVoted(ballots)
    return { decisions: decisions + 1, right: right + creditOf(tied, truth) * tied.length }
  },
}

/** What the rule says of votes between two options before any outcome is known. */
export function firstGuesses(): { readonly one: number; readonly copies: number; readonly against: number } {
  const said = (...votes: readonly (readonly [model: string, option: string])[]): number =>
    countVotes(
      {
        topic: 'general',
        options: ['yes', 'no'],
        ballots: votes.map(([model, option], seat) => ({ voter: `${seat}`, model, option, confidence: null })),
      },
      emptyRecord,
    ).probability
  const copy = ['openai/gpt', 'yes'] as const
  return { one: said(copy), copies: said(copy, copy, copy), against: said(copy, copy, ['anthropic/claude', 'no']) }
}

/** Whether this model's vote against all others would win, as things are. */
export function outweighsAll(known: TrackRecord, model: string, models: readonly string[]): boolean {
  const ballots = models.map((each) => ({
    voter: each,
    model: each,
    option: each === model ? 'yes' : 'no',
    confidence: null,
  }))
  const options = ['yes', 'no']
  return countVotes({ topic: topicOf([]), options, ballots }, known).option === 'yes'
}
