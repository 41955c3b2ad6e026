import { type Beliefs, own } from './belief.ts'

/** A vote for counting: who cast it, with which model, for what, and how sure they claimed to be (0 to 100). */
export type CountedVote = {
  readonly voter: string
  readonly model: string
  readonly option: string
  readonly confidence: number | null
}

/** What was voted on. `options` are what there was to choose from, null for free answers. */
export type Vote = {
  readonly topic: string
  readonly options: readonly string[] | null
  readonly ballots: readonly CountedVote[]
}

/** How often each option of the same list was right. */
type OptionSet = { readonly count: number; readonly right: { readonly [option: string]: number } }

/** How often two wrong free answers of a topic were the same. */
type WrongPairs = { readonly count: number; readonly same: number }

/** What resolved decisions say about votes. A fold over them in the order they were resolved, as plain JSON. */
export type Knowledge = {
  readonly decisions: number
  readonly beliefs: Beliefs
  readonly sets: { readonly [options: string]: OptionSet }
  readonly wrong: { readonly [topic: string]: WrongPairs }
}

export const noKnowledge: Knowledge = { decisions: 0, beliefs: {}, sets: {}, wrong: {} }

export const setKey = (options: readonly string[]): string => JSON.stringify(options)

/** Two wrong free answers agree once in this many, before anything is known about a topic. */
const OPEN = { among: 6, weight: 20, most: 20 }
const BASE_WEIGHT = 25

/** Among how many wrong answers a wrong vote chooses. */
export function wrongAnswers(known: Knowledge, { options, topic }: Pick<Vote, 'options' | 'topic'>): number {
  if (options) return Math.max(1, options.length - 1)
  const { count, same } = own(known.wrong, topic) ?? { count: 0, same: 0 }
  return Math.min(OPEN.most, Math.max(1, (count + OPEN.weight) / (same + OPEN.weight / OPEN.among)))
}

/** How often this option was right before. Options that were never seen together are equally likely. */
export function baseRate(known: Knowledge, vote: Pick<Vote, 'options' | 'topic'>, option: string): number {
  const { options } = vote
  if (!options) return 1 / (1 + wrongAnswers(known, vote))
  const seen = own(known.sets, setKey(options))
  if (!seen) return 1 / options.length
  return ((own(seen.right, option) ?? 0) + BASE_WEIGHT / options.length) / (seen.count + BASE_WEIGHT)
}
