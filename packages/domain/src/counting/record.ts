import { hashNumber } from '../shared/hash.ts'
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

/** The track record: what resolved decisions say about votes. A fold over them in the order they were resolved, as plain JSON. */
export type TrackRecord = {
  readonly decisions: number
  /** In how many of them each model has voted. */
  readonly models: { readonly [model: string]: number }
  readonly beliefs: Beliefs
  readonly sets: { readonly [options: string]: OptionSet }
  readonly wrong: { readonly [topic: string]: WrongPairs }
}

export const emptyRecord: TrackRecord = { decisions: 0, models: {}, beliefs: {}, sets: {}, wrong: {} }

/** What a decision is about: the session's first tag, else the Head's word for its field, else the general topic. */
export const topicOf = (tags: readonly string[], field?: string): string => tags[0] || field || 'general'

/** A record is stored with every run, so it must not contain what other decisions were about. */
export const setKey = (options: readonly string[]): string => `options ${hashNumber(JSON.stringify(options))}`
export const placeOf = (options: readonly (string | null)[], option: string | null): string =>
  String(options.indexOf(option))

/** Two wrong free answers agree once in this many, before anything is known about a topic. */
const OPEN = { among: 6, weight: 20, most: 20 }
const BASE_WEIGHT = 25

/** Among how many wrong answers a wrong vote chooses. */
export function wrongAnswers(known: TrackRecord, { options, topic }: Pick<Vote, 'options' | 'topic'>): number {
  if (options) return Math.max(1, options.length - 1)
  const { count, same } = own(known.wrong, topic) ?? { count: 0, same: 0 }
  return Math.min(OPEN.most, Math.max(1, (count + OPEN.weight) / (same + OPEN.weight / OPEN.among)))
}

/** How often this option was right before. Options that were never seen together are equally likely. */
export function baseRate(known: TrackRecord, vote: Pick<Vote, 'options' | 'topic'>, option: string): number {
  const { options } = vote
  if (!options) return 1 / (1 + wrongAnswers(known, vote))
  const seen = own(known.sets, setKey(options))
  if (!seen) return 1 / options.length
  return ((own(seen.right, placeOf(options, option)) ?? 0) + BASE_WEIGHT / options.length) / (seen.count + BASE_WEIGHT)
}
