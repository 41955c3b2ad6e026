import type { CountedVote } from './record.ts'

/** The options with the most votes: one, or several in a tie. */
export function mostVoted(ballots: readonly Pick<CountedVote, 'option'>[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { option } of ballots) counts.set(option, (counts.get(option) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return [...counts].filter(([, count]) => count === most).map(([option]) => option)
}

/** How much of a result is right: a tie of several options is a toss between them. */
export const creditOf = (leaders: readonly string[], truth: string | null): number =>
  truth !== null && leaders.includes(truth) ? 1 / leaders.length : 0
