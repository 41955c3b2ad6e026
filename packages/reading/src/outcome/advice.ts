import {
  countedIn,
  countingRule,
  countText,
  logScoreOf,
  marginOf,
  mean,
  outweighsAll,
  type RecordedDecision,
  type ResolvedVote,
  replayVotes,
  trackRecordOf,
  vendorOf,
} from '@convene/domain'
import { resolvedVotes } from './compare-rules.ts'
import { type CountedDecision, isRight, type PairSummary, pairsIn, share, truthOf } from './summary.ts'

/** What the record says about a team. */
export type TeamAdvice = {
  /** Decisions in which all of these models voted. */
  readonly decisions: number
  /** Roughly how many independent votes the team has. */
  readonly effectiveVotes: number
  readonly teamRight: number
  /** The best model, if it alone would have been right at least as often as the team. */
  readonly alone: { readonly model: string; readonly right: number } | null
  /** Whether the results with each model are clearly better than those without it. Otherwise it adds nothing so far. */
  readonly adds: readonly { readonly model: string; readonly right: number; readonly adds: boolean }[]
  /** The model whose vote outweighs all others together. */
  readonly dominant: string | null
  /** Models that were wrong in the same way, most often first. */
  readonly together: readonly PairSummary[]
}

const ADVICE_FROM = 20
/** Fewer shared errors than this may be chance. */
const TOGETHER_FROM = 3
const CLEARLY = 0.05
/** More of them would take long at the start of a run, and old ones say little. */
const MOST_REPLAYED = 500
/** How many standard errors a gain must be above zero. In 94 % of such cases, it holds later. */
const SURE = 1.5
const IN_MARGIN = 1.96

/** Null with fewer than 20 resolved decisions by exactly these models. */
export function teamAdvice(models: readonly string[], decisions: readonly RecordedDecision[]): TeamAdvice | null {
  const seats = [...new Set(models)]
  const counted = countedIn(decisions).filter(({ ballots }) =>
    seats.every((model) => ballots.some((ballot) => ballot.model === model)),
  )
  if (seats.length < 2 || counted.length < ADVICE_FROM) return null
  const rows = seats.map((model) => ({ model, hits: hitsOf(model, counted) }))
  const votes = resolvedVotes(counted).slice(-MOST_REPLAYED)
  const adds = rows.map(({ model, hits }) => ({ model, right: sum(hits), adds: addsSomething(model, votes) }))
  const record = trackRecordOf(decisions)
  const [best] = adds.toSorted((one, other) => other.right - one.right)
  const teamRight = counted.filter(isRight).length
  return {
    decisions: counted.length,
    effectiveVotes: effectiveVotes(rows.map(({ hits }) => hits)),
    teamRight,
    alone: best && best.right >= teamRight ? { model: best.model, right: best.right } : null,
    adds,
    dominant: seats.length < 3 ? null : (seats.find((model) => outweighsAll(record, model, seats)) ?? null),
    together: pairsIn(counted).filter(
      ({ models: pair, sameWrong }) => sameWrong >= TOGETHER_FROM && pair.every((model) => seats.includes(model)),
    ),
  }
}

/** The advice in sentences, for people. Empty if there is nothing to say. */
export function adviceLines(models: readonly string[], decisions: readonly RecordedDecision[]): readonly string[] {
  return [...vendorLine(models), ...recordLines(teamAdvice(models, decisions))]
}

/** Models from one vendor share much of their training. */
function vendorLine(models: readonly string[]): readonly string[] {
  const [vendor, ...others] = new Set(models.map(vendorOf))
  const isWorthSaying = new Set(models).size > 1 && others.length === 0 && vendor !== 'rehearsal'
  return isWorthSaying ? [`All seats use models from one vendor, ${vendor}, and may share its errors.`] : []
}

function recordLines(advice: TeamAdvice | null): readonly string[] {
  if (!advice) return []
  const { decisions, teamRight, alone, adds, dominant, together, effectiveVotes: votes } = advice
  const isClear = alone !== null && share(alone.right - teamRight, decisions) > CLEARLY
  const [useful, idle] = [true, false].map((isUseful) =>
    adds.filter((each) => each.adds === isUseful && each.model !== alone?.model).map(({ model }) => model),
  )
  return [
    `In ${countText(decisions, 'resolved decision')} with these models, the team was right ${percent(teamRight, decisions)}, with about ${votes.toFixed(1)} independent votes of ${adds.length}.`,
    ...(alone
      ? [
          `${alone.model} alone would have been right ${isClear ? 'more often' : 'as often'}: ${percent(alone.right, decisions)}.`,
        ]
      : []),
    ...(dominant === null ? [] : [`${dominant} decides nearly alone: its vote outweighs all others together.`]),
    ...(useful ?? []).map((model) => `${model} adds something.`),
    ...(idle ?? []).map((model) => `${model} adds nothing so far.`),
    ...together.map(
      ({ models: [one, other], bothWrong, sameWrong }) =>
        `${one} errs like ${other}: the same wrong answer in ${sameWrong} of ${countText(bothWrong, 'shared error')}. Swap one of them for a model of another vendor.`,
    ),
  ]
}

const percent = (part: number, whole: number): string => `in ${Math.round(share(part, whole) * 100)} % of cases`

const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0)

const hitsOf = (model: string, decisions: readonly CountedDecision[]): readonly number[] =>
  decisions.map((decision) =>
    decision.ballots.some((ballot) => ballot.model === model && ballot.option === truthOf(decision)) ? 1 : 0,
  )

/** Whether what was said of the results, counted with this model, was clearly better than without it. */
function addsSomething(model: string, votes: readonly ResolvedVote[]): boolean {
  const others = votes.map((vote) => ({ ...vote, ballots: vote.ballots.filter((ballot) => ballot.model !== model) }))
  const without = replayVotes(others, countingRule)
  const gains = replayVotes(votes, countingRule).map((row, index) => {
    const other = without[index]
    return logScoreOf(row) - (other ? logScoreOf(other) : 0)
  })
  return mean(gains) > (SURE / IN_MARGIN) * marginOf(gains) && mean(gains) > 0
}

/** Seats that are right and wrong together count as fewer. */
function effectiveVotes(hits: readonly (readonly number[])[]): number {
  const correlations = hits.flatMap((one, index) => hits.slice(index + 1).map((two) => correlation(one, two)))
  const mean = Math.max(0, share(sum(correlations), correlations.length))
  return hits.length / (1 + (hits.length - 1) * mean)
}

/** Between two lists of zeros and ones. Lists without variation count as independent. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [share(sum(one), one.length), share(sum(other), other.length)]
  const both = share(sum(one.map((each, index) => each * (other[index] ?? 0))), one.length)
  const spread = Math.sqrt(a * (1 - a) * b * (1 - b))
  return spread === 0 ? 0 : (both - a * b) / spread
}
