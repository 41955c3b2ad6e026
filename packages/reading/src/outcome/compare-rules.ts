import {
  countedIn,
  newsRule,
  type RecordedDecision,
  type ResolvedVote,
  recordRule,
  replayVotes,
  scoreOf,
} from '@convene/domain'
import { truthOf } from './summary.ts'

/** How a rule for counting votes would have done on your own decisions, each with what was known before it. */
export type RuleScore = { readonly right: number; readonly brier: number; readonly unlikely: number }

/** The rule that counts, and the candidate, which changes nothing yet. */
export type RulesCompared = { readonly decisions: number; readonly current: RuleScore; readonly candidate: RuleScore }

/** Both rules on the resolved decisions, in the order they were resolved. Undefined if there are none. */
export function compareRules(decisions: readonly RecordedDecision[]): RulesCompared | undefined {
  const votes = countedIn(decisions).map(
    (decision): ResolvedVote => ({
      topic: decision.topic,
      options: decision.options,
      ballots: decision.ballots,
      truth: truthOf(decision),
      at: decision.resolved.at,
    }),
  )
  if (votes.length === 0) return undefined
  const scored = (rows: ReturnType<typeof replayVotes>): RuleScore => {
    const { right, brier, unlikely } = scoreOf(rows)
    return { right: right * rows.length, brier, unlikely: unlikely * rows.length }
  }
  return {
    decisions: votes.length,
    current: scored(replayVotes(votes, recordRule)),
    candidate: scored(replayVotes(votes, newsRule)),
  }
}
