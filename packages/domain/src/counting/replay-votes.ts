import { creditOf, mostVoted } from './majority.ts'
import type { Vote } from './record.ts'
import type { CountingRule, VoteForecast } from './rules.ts'

/** A vote whose right answer is known, or null if none of the options was right. Without dates, nothing fades. */
export type ResolvedVote = Vote & {
  readonly truth: string | null
  readonly at?: number
  /** The outcome that the rule hears, if it is not the truth. Null: it never hears one. */
  readonly heard?: { readonly truth: string | null } | null
}

/** One vote of a replay: what the rule said of it, and how much of that was right. */
export type Replayed = VoteForecast & {
  /** How many decisions were resolved before it. */
  readonly age: number
  /** A tie of several options is a toss between them. */
  readonly right: number
  readonly majority: number
  readonly votes: ResolvedVote['ballots']
  readonly truth: string | null
}

/** Counts each vote with what was known before it, then resolves it: a cold start, in this order. */
export function replayVotes<Known>(cases: readonly ResolvedVote[], rule: CountingRule<Known>): readonly Replayed[] {
  let [known, resolved] = [rule.start, 0]
  return cases.map((each) => {
    const said = rule.count(each, known)
    const age = resolved
    const heard = each.heard === undefined ? each : each.heard
    if (heard) [known, resolved] = [rule.learn(known, each, { truth: heard.truth, at: each.at ?? 0 }), resolved + 1]
    const majority = creditOf(mostVoted(each.ballots), each.truth)
    return { ...said, age, right: creditOf(said.tied, each.truth), majority, votes: each.ballots, truth: each.truth }
  })
}

/** The scores of a rule. Shares are from 0 to 1. */
export type Score = {
  readonly decisions: number
  readonly right: number
  readonly majority: number
  /** The best voter in hindsight, among those who voted in at least half of the decisions. */
  readonly bestSeat: number
  readonly brier: number
  readonly logLoss: number
  readonly calibrationError: number
  readonly close: number
  readonly unlikely: number
  /** The share of the votes that was asked for. */
  readonly asked: number
}

const BINS = 10
const CLIP = 1e-4

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Scored as it would have been seen: what was said of a toss counts for both of its ends. */
export function scoreOf(rows: readonly Replayed[]): Score {
  const of = (value: (row: Replayed) => number): number => mean(rows.map(value))
  return {
    decisions: rows.length,
    right: of(({ right }) => right),
    majority: of(({ majority }) => majority),
    bestSeat: bestSeatOf(rows),
    brier: of(({ right, probability }) => right * (1 - probability) ** 2 + (1 - right) * probability ** 2),
    logLoss: of(({ right, probability }) => logLossOf(right, probability)),
    calibrationError: calibrationError(rows.map(({ right, probability }) => ({ right, said: probability }))),
    close: of(({ isClose }) => Number(isClose)),
    unlikely: of(({ probability }) => Number(probability < 0.5)),
    asked: of(({ asked, votes }) => asked / Math.max(1, votes.length)),
  }
}

/** How good a forecast was: 0 is perfect, and less is worse. */
export const logScoreOf = ({ right, probability }: Pick<Replayed, 'right' | 'probability'>): number =>
  -logLossOf(right, probability)

function logLossOf(right: number, probability: number): number {
  const p = Math.min(1 - CLIP, Math.max(CLIP, probability))
  return -(right * Math.log(p) + (1 - right) * Math.log(1 - p))
}

function bestSeatOf(rows: readonly Replayed[]): number {
  const seats = new Map<string, { votes: number; right: number }>()
  for (const { votes, truth } of rows)
    for (const { voter, option } of votes) {
      const seat = seats.get(voter) ?? { votes: 0, right: 0 }
      seats.set(voter, { votes: seat.votes + 1, right: seat.right + Number(option === truth) })
    }
  const steady = [...seats.values()].filter(({ votes }) => votes * 2 >= rows.length)
  return Math.max(0, ...steady.map(({ votes, right }) => right / votes))
}

/** How far stated probabilities are from the outcomes, over ten equal probability bins. */
export function calibrationError(all: readonly { readonly right: number; readonly said: number }[]): number {
  const bins = Array.from({ length: BINS }, () => ({ right: 0, said: 0 }))
  for (const { right, said } of all) {
    const bin = bins[Math.min(BINS - 1, Math.floor(said * BINS))]
    if (bin) [bin.right, bin.said] = [bin.right + right, bin.said + said]
  }
  return all.length === 0 ? 0 : bins.reduce((sum, { right, said }) => sum + Math.abs(said - right), 0) / all.length
}

/** How many decisions were resolved before: a rule must be honest from the first one on. */
export const AGES = [
  { from: 0, to: 4 },
  { from: 5, to: 9 },
  { from: 10, to: 29 },
  { from: 30, to: 99 },
  { from: 100, to: Number.POSITIVE_INFINITY },
] as const

/** The scores by age, without ages that the replay does not reach. */
export const scoresByAge = (rows: readonly Replayed[]): readonly (Score & { readonly from: number })[] =>
  AGES.flatMap(({ from, to }) => {
    const some = rows.filter(({ age }) => age >= from && age <= to)
    return some.length === 0 ? [] : [{ from, ...scoreOf(some) }]
  })

/** The cases in a different order. The same seed gives the same order on every machine. */
export function shuffledCases<T>(cases: readonly T[], seed: number): readonly T[] {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit)
  }
  const all = [...cases]
  for (let last = all.length - 1; last > 0; last--) {
    const other = below(last + 1)
    ;[all[last], all[other]] = [all[other] as T, all[last] as T]
  }
  return all
}

/** Half the width of the 95 % interval of a mean, from its sample. */
export function marginOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
  return 1.96 * Math.sqrt(variance / values.length)
}
