import type { Decision } from '../state/decision.ts'
import { USER } from '../state/decision.ts'

/** What the votes say: a winner, or why the lead must decide, and between which options. */
export type Result =
  | { readonly how: 'majority' | 'user'; readonly option: string }
  | { readonly how: 'lead'; readonly because: 'tie' | 'quorum'; readonly among: readonly string[] }

type Counted = Pick<Decision, 'options' | 'eligible' | 'votes' | 'abstained'>

/** How many votes each option has, in the order of the options. */
export const tally = ({
  options,
  votes,
}: Pick<Counted, 'options' | 'votes'>): readonly { readonly option: string; readonly count: number }[] =>
  options.map((option) => ({ option, count: votes.filter((vote) => vote.option === option).length }))

/**
 * The option with the most of the votes cast. Two with the same number, or fewer than half of the eligible voting: the
 * lead decides, after a tie between the first, else between all. Who abstains is present, and counts for nothing.
 */
export function resultOf(decision: Counted): Result {
  const { eligible, votes, options, abstained } = decision
  if (votes.length === 0 || (votes.length + abstained.length) * 2 < eligible.length)
    return { how: 'lead', because: 'quorum', among: options }
  const counts = tally(decision)
  const most = Math.max(...counts.map(({ count }) => count))
  const first = counts.filter(({ count }) => count === most).map(({ option }) => option)
  const [winner] = first
  if (winner === undefined || first.length > 1) return { how: 'lead', because: 'tie', among: first }
  return { how: eligible.every((voter) => voter === USER) ? 'user' : 'majority', option: winner }
}
