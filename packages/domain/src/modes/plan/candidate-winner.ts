import type { ChosenBy } from '../../event/candidate-facts.ts'
import type { Candidate, Judgement } from './candidate.ts'

type Winner = { readonly candidate: Candidate; readonly how: ChosenBy }

/**
 * Among candidates whose checks say the same: most votes, then the fewest serious comments, then the smallest change.
 * The same words give the same winner, in whatever order they came.
 */
export function bestByWord(candidates: readonly Candidate[], judged: readonly Judgement[]): Winner {
  const votes = most(candidates, ({ name }) => judged.filter(({ prefers }) => prefers === name).length)
  if (votes.length === 1) return { candidate: votes[0] as Candidate, how: 'votes' }
  const comments = most(votes, ({ name }) => -seriousAbout(name, judged))
  if (comments.length === 1) return { candidate: comments[0] as Candidate, how: 'comments' }
  const [smallest] = comments.toSorted((one, other) => sizeOf(one) - sizeOf(other) || (one.name < other.name ? -1 : 1))
  return { candidate: smallest as Candidate, how: 'smallest' }
}

function most(candidates: readonly Candidate[], worth: (candidate: Candidate) => number): readonly Candidate[] {
  const best = Math.max(...candidates.map(worth))
  return candidates.filter((candidate) => worth(candidate) === best)
}

const seriousAbout = (name: string, judged: readonly Judgement[]): number =>
  judged
    .flatMap(({ comments }) => comments)
    .filter(({ candidate, severity }) => candidate === name && (severity === 'high' || severity === 'critical')).length

const sizeOf = ({ built }: Candidate): number => built?.patch.length ?? 0
