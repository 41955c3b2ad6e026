import {
  type AskFewer,
  askingFewer,
  countingRule,
  hashNumber,
  majorityRule,
  marginOf,
  mean,
  type Replayed,
  type ResolvedVote,
  replayVotes,
  scoreOf,
  scoresByAge,
  shuffledCases,
} from '@convene/domain'
import type { PanelVotes } from './read-recorded.ts'
import type { RecordedVote } from './recorded-vote.ts'

const ORDERS = 5
const SEED = 1

type Score = ReturnType<typeof scoreOf>
/** `ages`: the same for decisions with this many resolved ones before them. */
export type ScoredByAge = Score & { readonly ages: readonly (Score & { readonly from: number })[] }
export type ReplayedSet = {
  readonly set: string
  readonly voters: readonly string[]
  readonly decisions: number
  readonly rules: { readonly counting: ScoredByAge; readonly majority: ScoredByAge }
  /** How many more of 100 decisions the rule gets right than a majority, with the margin of its 95 % interval. */
  readonly gain: { readonly points: number; readonly margin: number }
}

type Replay = PanelVotes & {
  readonly orders: number | undefined
  readonly seed: number | undefined
  /** The share of decisions with an outcome, and of outcomes that are wrong, in percent. */
  readonly resolved: number | undefined
  readonly wrong: number | undefined
  /** Undefined: everyone is asked. */
  readonly ask?: AskFewer | undefined
}

/** The votes of these voters, counted by weight and by majority, in several orders. */
export function replayedSet({ set, lines, voters, orders = ORDERS, seed = SEED, ask, ...heard }: Replay): ReplayedSet {
  const cases = lines.map((line) => resolved(line, voters)).filter(({ ballots }) => ballots.length > 0)
  const shuffles = Array.from({ length: orders }, (_, order) =>
    // Seeds next to each other begin with the same cases.
    shuffledCases(cases, hashNumber(`order ${seed} ${order}`)).map((each, place) =>
      asHeard(each, `${seed} ${order} ${place}`, heard),
    ),
  )
  const counting = shuffles.flatMap((order) =>
    ask ? replayVotes(order, askingFewer(ask)) : replayVotes(order, countingRule),
  )
  const majority = shuffles.flatMap((order) => replayVotes(order, majorityRule))
  const gains = gainsOf(majority, counting)
  return {
    set,
    voters,
    decisions: cases.length,
    rules: { counting: withAges(counting), majority: withAges(majority) },
    gain: { points: mean(gains), margin: marginOf(gains) },
  }
}

/** People resolve only some decisions, and get some of those wrong. The same key gives the same luck. */
function asHeard(
  each: ResolvedVote,
  key: string,
  { resolved: share = 100, wrong = 0 }: Pick<Replay, 'resolved' | 'wrong'>,
): ResolvedVote {
  const isBelow = (percent: number, what: string): boolean => hashNumber(`${what} ${key}`) % 100 < percent
  if (!isBelow(share, 'resolved')) return { ...each, heard: null }
  if (!isBelow(wrong, 'wrong')) return each
  const others = (each.options ?? each.ballots.map(({ option }) => option)).filter((option) => option !== each.truth)
  return { ...each, heard: { truth: others[hashNumber(`which ${key}`) % Math.max(1, others.length)] ?? null } }
}

/** Per decision, over all orders: the orders of one decision do not make it several. */
function gainsOf(majority: readonly Replayed[], counting: readonly Replayed[]): readonly number[] {
  const gains = new Map<Replayed['votes'], number[]>()
  for (const [index, { right, votes }] of counting.entries())
    gains.set(votes, [...(gains.get(votes) ?? []), 100 * (right - (majority[index]?.right ?? 0))])
  return [...gains.values()].map(mean)
}

const withAges = (rows: readonly Replayed[]): ScoredByAge => ({ ...scoreOf(rows), ages: scoresByAge(rows) })

function resolved({ topic, options, truth, votes }: RecordedVote, voters: readonly string[]): ResolvedVote {
  const ballots = voters.flatMap((voter) => {
    const vote = votes.find((each) => each.voter === voter)
    if (!vote || vote.option === null) return []
    return [{ voter, model: voter, option: vote.option, confidence: vote.confidence ?? null }]
  })
  return { topic, options: options ?? null, truth, ballots }
}
