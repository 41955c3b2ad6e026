import { modeViewOf, type Run } from '@convene/domain'

/** What a run with one changed fact answers: `still Go (2 : 1)` or `flips to Wait`. Null until it has decided. */
export function leverAnswer(
  decision: string,
  run: Run | null,
): { readonly text: string; readonly flips: boolean } | null {
  if (!run?.finished) return null
  const { vote } = modeViewOf(run)
  if (!vote) return null
  if (vote.option === null) return { text: 'leaves it open', flips: true }
  const score = vote.counts.map(({ votes }) => votes).join(' : ')
  const isSame = vote.option === decision
  const counted = vote.counts.length > 1 ? ` (${score})` : ''
  return { text: isSame ? `still ${vote.option}${counted}` : `flips to ${vote.option}${counted}`, flips: !isSame }
}
