import {
  marginOf,
  mean,
  newsRule,
  type Replayed,
  type ResolvedVote,
  recordRule,
  replayVotes,
  scoreOf,
  scoresByAge,
  shuffledCases,
} from '@convene/domain'
import type { RecordedVote } from './recorded-vote.ts'

const ORDERS = 5
const SEED = 1
/** Spreads the seeds, so `--seed 1` and `--seed 2` share no order. */
const SEED_STRIDE = 1_000

type Score = ReturnType<typeof scoreOf>
/** `ages`: the same for decisions with this many resolved ones before them. */
export type Scored = Score & { readonly ages: readonly (Score & { readonly from: number })[] }
export type ReplayedSet = {
  readonly set: string
  readonly voters: readonly string[]
  readonly decisions: number
  readonly rules: { readonly current: Scored; readonly candidate: Scored }
  /** How many more of 100 decisions the candidate gets right: over the orders, with the margin of its 95 % interval. */
  readonly gain: { readonly points: number; readonly margin: number }
}

type Recorded = {
  readonly set: string
  readonly lines: readonly RecordedVote[]
  readonly voters: readonly string[]
  readonly orders: number | undefined
  readonly seed: number | undefined
}

/** The votes of these voters, counted by both rules in several orders. */
export function replayedSet({ set, lines, voters, orders = ORDERS, seed = SEED }: Recorded): ReplayedSet {
  const cases = lines.map((line) => resolved(line, voters)).filter(({ ballots }) => ballots.length > 0)
  const shuffles = Array.from({ length: orders }, (_, order) => shuffledCases(cases, seed * SEED_STRIDE + order))
  const current = shuffles.flatMap((order) => replayVotes(order, recordRule))
  const candidate = shuffles.flatMap((order) => replayVotes(order, newsRule))
  const gains = gainsOf(current, candidate)
  return {
    set,
    voters,
    decisions: cases.length,
    rules: { current: withAges(current), candidate: withAges(candidate) },
    gain: { points: mean(gains), margin: marginOf(gains) },
  }
}

/** Per decision, over all orders: the orders of one decision do not make it several. */
function gainsOf(current: readonly Replayed[], candidate: readonly Replayed[]): readonly number[] {
  const gains = new Map<Replayed['votes'], number[]>()
  for (const [index, { right, votes }] of candidate.entries())
    gains.set(votes, [...(gains.get(votes) ?? []), 100 * (right - (current[index]?.right ?? 0))])
  return [...gains.values()].map(mean)
}

const withAges = (rows: readonly Replayed[]): Scored => ({ ...scoreOf(rows), ages: scoresByAge(rows) })

function resolved({ topic, options, truth, votes }: RecordedVote, voters: readonly string[]): ResolvedVote {
  const ballots = voters.flatMap((voter) => {
    const vote = votes.find((each) => each.voter === voter)
    if (!vote || vote.option === null) return []
    return [{ voter, model: voter, option: vote.option, confidence: vote.confidence ?? null }]
  })
  return { topic, options: options ?? null, truth, ballots }
}
