import { abstentionIn } from '../answer/abstention.ts'
import { markIn, withoutStances } from '../answer/marks.ts'
import { readShare } from '../answer/number.ts'
import { optionMeant } from '../answer/option.ts'
import { plainVoteIn } from '../answer/plain-vote.ts'
import { isAbstention } from '../answer/words.ts'
import { cleanLine } from '../text/clean.ts'

/** The chosen option, and why. Null is an abstention. */
export type ReadChoice = { readonly option: string | null; readonly reason: string; readonly confidence: number | null }

const LONGEST_REASON = 1_000
const MARKERS = { words: ['VOTE', 'DECISION', 'REASON', 'CONFIDENCE'] }

/** Reads `VOTE: <option>`, with `REASON:` and `CONFIDENCE:`. Undefined if no option is named. */
export function readVote(text: string, options: readonly string[]): ReadChoice | undefined {
  const said = markIn(text, 'VOTE', MARKERS)?.value ?? plainVoteIn(text) ?? abstentionIn(text)
  const option = optionMeant(options, said)
  if (option === undefined && !isAbstention(said)) return undefined
  return { option: option ?? null, reason: reasonIn(text), confidence: confidenceIn(text) }
}

export type ReadRuling = { readonly option: string; readonly reason: string }

/** Reads `DECISION: <option>` with `REASON:` from the one who decides. */
export function readRuling(text: string, options: readonly string[]): ReadRuling | undefined {
  const option = optionMeant(options, markIn(text, 'DECISION', MARKERS)?.value ?? plainVoteIn(text) ?? '')
  return option === undefined ? undefined : { option, reason: reasonIn(text) }
}

const reasonIn = (text: string): string =>
  cleanLine(withoutStances(markIn(text, 'REASON', MARKERS)?.text ?? '')).slice(0, LONGEST_REASON)

/** From 0 to 100. Null if it is missing or unreadable. */
export function confidenceIn(text: string): number | null {
  const share = readShare(markIn(text, 'CONFIDENCE')?.value ?? '', 100)
  return share === undefined ? null : Math.round(share * 1_000) / 10
}

/** Whether there is a confidence that is not a number, such as `high`: it is left out rather than made up. */
export const isConfidenceUnread = (text: string): boolean =>
  markIn(text, 'CONFIDENCE') !== undefined && confidenceIn(text) === null
