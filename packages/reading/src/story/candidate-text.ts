import { countText, type Facts } from '@convene/domain'

type Chosen = Facts['candidate.chosen']

const words: { readonly [how in Chosen['how']]: string } = {
  only: 'no other could be built',
  checks: 'only its checks pass',
  votes: 'most reviewers prefer it',
  comments: 'as many reviewers prefer it, with the fewest serious comments',
  smallest: 'nothing else told them apart, and it changes the least',
  same: 'all of them change the same',
  limit: 'a limit left no time to compare',
}

/** Why a candidate was taken, as the end of a sentence. */
export const chosenText = (how: Chosen['how']): string => words[how]

/** `2 of 3 checks pass, 1 vote`. */
export function standingText({ passed, checks, votes }: Chosen['standings'][number]): string {
  const seen =
    checks === 0 ? 'no checks' : `${passed} of ${countText(checks, 'check')} ${checks === 1 ? 'passes' : 'pass'}`
  return `${seen}, ${countText(votes, 'vote')}`
}
