import { own } from './belief.ts'
import { countVotes } from './count.ts'
import { type CountedVote, emptyRecord, type TrackRecord, type Vote } from './record.ts'
import { type CountingRule, countingRule } from './rules.ts'
import { meanWorth } from './worth.ts'

/** From this probability on, nobody else is asked: after two that agree, and after any number of votes. */
export const SURE_ENOUGH = { 'two-first': 0.85, 'as-few-as-needed': 0.9 } as const
export type AskFewer = keyof typeof SURE_ENOUGH

/**
 * How many are asked before anyone else: two at once, since nobody is sure enough alone. As few as needed begin with
 * one, once its model has a record.
 */
export const firstWave = (ask: AskFewer, model: string | undefined, known: TrackRecord = emptyRecord): number =>
  ask === 'as-few-as-needed' && model !== undefined && own(known.models, model) !== undefined ? 1 : 2

const ALL_EVERY = 10

/**
 * Whether everyone is asked in the next decision after this many. Otherwise the record would never know what fewer have
 * missed.
 */
export const asksEveryone = (decisions: number): boolean => decisions % ALL_EVERY === ALL_EVERY - 1

type Asked = { readonly record: TrackRecord; readonly decisions: number }

/** The rule that counts, if only some are asked: as a panel does it, for replays. */
export function askingFewer(ask: AskFewer): CountingRule<Asked> {
  const heard = (vote: Vote, { record, decisions }: Asked): Vote =>
    asksEveryone(decisions) ? vote : { ...vote, ballots: askedIn(vote, record, ask) }
  return {
    start: { record: countingRule.start, decisions: 0 },
    count: (vote, known) => countingRule.count(heard(vote, known), known.record),
    learn: (known, vote, outcome) => ({
      record: countingRule.learn(known.record, heard(vote, known), outcome),
      decisions: known.decisions + 1,
    }),
  }
}

/** Those who are asked, the best record first, until their votes are sure enough. */
function askedIn(vote: Vote, record: TrackRecord, ask: AskFewer): readonly CountedVote[] {
  const worth = ({ model }: CountedVote): number => meanWorth(record, model)
  const order = vote.ballots.toSorted((one, other) => worth(other) - worth(one))
  const wave = firstWave(ask, order[0]?.model, record)
  const first = order.slice(0, wave)
  const isSure = (ballots: readonly CountedVote[]): boolean => {
    const { option, probability } = countVotes({ ...vote, ballots }, record)
    return option !== null && probability >= SURE_ENOUGH[ask]
  }
  if (ask === 'two-first') {
    const isAgreed = first.every(({ option }) => option === first[0]?.option)
    return isAgreed && isSure(first) ? first : order
  }
  const counts = order.slice(wave).map((_, more) => order.slice(0, wave + more))
  return counts.find(isSure) ?? order
}
