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

/** The rule that counts, and the next one, which changes nothing yet. */
export type RulesCompared = { readonly decisions: number; readonly now: RuleScore; readonly next: RuleScore }

/** Both rules on the resolved decisions, in the order they were resolved. Undefined if there are none. */
export function compareRules(decisions: readonly RecordedDecision[]): RulesCompared | undefined {
  const votes = countedIn(decisions).map(
    (decision): ResolvedVote => ({
      topic: decision.topic,
      options: decision.options,
      ballots: decision.ballots,
      truth: truthOf(decision),
    }),
  )
  if (votes.length === 0) return undefined
  const scored = (rows: ReturnType<typeof replayVotes>): RuleScore => {
    const { right, brier, unlikely } = scoreOf(rows)
    return { right: right * rows.length, brier, unlikely: unlikely * rows.length }
  }
  return {
    decisions: votes.length,
    now: scored(replayVotes(votes, recordRule)),
    next: scored(replayVotes(votes, newsRule)),
  }
}
