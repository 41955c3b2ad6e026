import {
  type CountingRule,
  countedIn,
  countingRule,
  majorityRule,
  type RecordedDecision,
  type ResolvedVote,
  replayVotes,
  scoreOf,
} from '@convene/domain'
import { truthOf } from './summary.ts'

/** How a rule for counting votes would have done on your own decisions, each with what was known before it. */
export type RuleScore = { readonly right: number; readonly brier: number; readonly unlikely: number }

/** The rule that counts, and the plain majority it must beat. A candidate for a new rule would be another one. */
export type RulesCompared = { readonly decisions: number; readonly counting: RuleScore; readonly majority: RuleScore }

/** The rules on the resolved decisions, in the order they were resolved. Undefined if there are none. */
export function compareRules(decisions: readonly RecordedDecision[]): RulesCompared | undefined {
  const votes = resolvedVotes(decisions)
  if (votes.length === 0) return undefined
  const scored = <Known>(rule: CountingRule<Known>): RuleScore => {
    const { right, brier, unlikely } = scoreOf(replayVotes(votes, rule))
    return { right: right * votes.length, brier, unlikely: unlikely * votes.length }
  }
  return { decisions: votes.length, counting: scored(countingRule), majority: scored(majorityRule) }
}

/** The resolved decisions as votes with a known answer. */
export const resolvedVotes = (decisions: readonly RecordedDecision[]): readonly ResolvedVote[] =>
  countedIn(decisions).map((decision) => ({
    topic: decision.topic,
    options: decision.options,
    ballots: decision.ballots,
    truth: truthOf(decision),
    at: decision.resolved.at,
  }))
