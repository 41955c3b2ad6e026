import type { Decision } from '../state/decision.ts'
import { USER } from '../team/user-seat.ts'
import { decide, RECORD_FROM } from '../track-record/decide.ts'
import { accuracyOf, type Ballot, decisionsOf, emptyRecord, type Poll, topicOf } from '../track-record/track-record.ts'
import type { RunRecord } from './run-record.ts'

/** The result of the votes: a winner, or why the lead must decide and between which options. */
export type TallyResult = (
  | { readonly how: 'majority' | 'record' | 'tiebreak' | 'user'; readonly option: string }
  | { readonly how: 'lead'; readonly because: 'tie' | 'quorum'; readonly among: readonly string[] }
) & {
  /** The chance that the leading option is right. */
  readonly probability: number
}

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

/**
 * The one rule for all votes: the most votes win, or the largest weight once there is a track record. The lead decides
 * between options that are too close, or between all of them if fewer than half of the eligible voted. Abstentions
 * count only towards that half.
 */
export function resultOf(counted: Counted, known?: RunRecord): TallyResult {
  const { eligible, votes, options, abstained } = counted
  const { option, how, tied, probability } = decide(pollOf(counted, known), known?.record ?? emptyRecord)
  if (votes.length === 0 || (votes.length + abstained.length) * 2 < eligible.length)
    return { how: 'lead', because: 'quorum', among: options, probability }
  if (option === null)
    return { how: 'lead', because: 'tie', among: options.filter((one) => tied.includes(one)), probability }
  if (eligible.every((voter) => voter === USER)) return { how: 'user', option, probability }
  return { how: how === 'majority' || how === 'record' ? how : 'tiebreak', option, probability }
}

/** The voter with the best record, and how often it is right. Undefined until a voter's model has enough decisions. */
export function bestVoter(
  counted: Pick<Counted, 'options' | 'votes'>,
  known: RunRecord | undefined,
): { readonly voter: string; readonly accuracy: number } | undefined {
  if (!known) return undefined
  const { ballots, topic } = pollOf(counted, known)
  const rows = ballots.flatMap((ballot, place) => {
    const isKnown = decisionsOf(known.record, ballot.model) >= RECORD_FROM
    const voter = counted.votes[place]?.voter ?? ''
    return isKnown ? [{ voter, accuracy: accuracyOf(known.record, ballot, topic) }] : []
  })
  return rows.toSorted((one, other) => other.accuracy - one.accuracy)[0]
}

/** The votes in the form the rule counts. */
export const pollOf = ({ options, votes }: Pick<Counted, 'options' | 'votes'>, known?: RunRecord): Poll => ({
  topic: known?.topic ?? topicOf([]),
  options: options.length,
  ballots: votes.map((vote) => ballotOf(vote, known)),
})

/** A seat with a different model is a different voter, here as in the record. */
function ballotOf({ voter, option, confidence }: WeighedVote, known: RunRecord | undefined): Ballot {
  const model = known && Object.hasOwn(known.models, voter) ? known.models[voter] : undefined
  return { voter: model === undefined ? voter : `${voter} (${model})`, model: model ?? voter, option, confidence }
}
