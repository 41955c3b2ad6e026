import { logOddsOf, own } from '../counting/belief.ts'
import { countVotes } from '../counting/count.ts'
import { sigmoid } from '../counting/log-odds.ts'
import { mostVoted } from '../counting/majority.ts'
import { type CountedVote, emptyRecord, topicOf, type Vote } from '../counting/record.ts'
import { accuracyTerms } from '../counting/worth.ts'
import type { Forecast } from '../event/decision-facts.ts'
import type { Decision } from '../state/decision.ts'
import { USER } from '../team/user-seat.ts'
import { forecastOf } from './forecast.ts'
import type { RunRecord } from './run-record.ts'

/** The result of the votes: a winner, or why the lead must decide and between which options. */
export type TallyResult = (
  | { readonly how: 'majority' | 'record' | 'user'; readonly option: string }
  | { readonly how: 'lead'; readonly because: 'tie' | 'quorum'; readonly among: readonly string[] }
) & { readonly forecast: Forecast }

/** A vote for counting. */
export type WeighedVote = {
  readonly voter: string
  readonly option: string
  readonly confidence: number | null
}

/** What gets counted, in a panel and in every other decision. */
export type Counted = Pick<Decision, 'options' | 'eligible' | 'abstained'> & { readonly votes: readonly WeighedVote[] }

/** The number of votes per option, in the order of the options. */
export const tally = ({
  options,
  votes,
}: Pick<Counted, 'options' | 'votes'>): readonly { readonly option: string; readonly count: number }[] =>
  options.map((option) => ({ option, count: votes.filter((vote) => vote.option === option).length }))

/** Before any decision was resolved, and with nothing known about the voters. */
export const nothingKnown: RunRecord = { record: emptyRecord, models: {}, topic: topicOf([]) }

/**
 * The one rule for all votes: each counts for as much as it is worth and as it is news. The lead decides between options
 * that are equal, or between all of them if fewer than half of the eligible voted. Abstentions count only towards that
 * half.
 */
export function resultOf(counted: Counted, known = nothingKnown): TallyResult {
  const { eligible, votes, options, abstained } = counted
  const vote = voteOf(counted, known)
  const count = countVotes(vote, known.record)
  const { option, tied } = count
  const forecast = forecastOf({ vote, count, record: known.record, voters: votes.map(({ voter }) => voter) })
  if (votes.length === 0 || (votes.length + abstained.length) * 2 < eligible.length)
    return { how: 'lead', because: 'quorum', among: options, forecast }
  if (option === null)
    return { how: 'lead', because: 'tie', among: options.filter((one) => tied.includes(one)), forecast }
  if (eligible.every((voter) => voter === USER)) return { how: 'user', option, forecast }
  const most = mostVoted(votes)
  return { how: most.length === 1 && most[0] === option ? 'majority' : 'record', option, forecast }
}

/** The voter with the best record, and how often it is right. Undefined if no voter's model has voted before. */
export function bestVoter(
  counted: Pick<Counted, 'options' | 'votes'>,
  known: RunRecord,
): { readonly voter: string; readonly accuracy: number } | undefined {
  const { ballots, topic } = voteOf(counted, known)
  const rows = ballots.flatMap(({ model }, place) => {
    if (own(known.record.models, model) === undefined) return []
    const accuracy = sigmoid(logOddsOf(known.record.beliefs, accuracyTerms(model, topic)))
    return [{ voter: counted.votes[place]?.voter ?? '', accuracy }]
  })
  return rows.toSorted((one, other) => other.accuracy - one.accuracy)[0]
}

/** The votes in the form the rule counts. */
export const voteOf = ({ options, votes }: Pick<Counted, 'options' | 'votes'>, known: RunRecord): Vote => ({
  topic: known.topic,
  options,
  ballots: votes.map((vote) => ballotOf(vote, known)),
})

/** A seat with a different model is a different voter, here as in the record. */
function ballotOf({ voter, option, confidence }: WeighedVote, { models }: RunRecord): CountedVote {
  const model = own(models, voter)
  return { voter: model === undefined ? voter : `${voter} (${model})`, model: model ?? voter, option, confidence }
}
