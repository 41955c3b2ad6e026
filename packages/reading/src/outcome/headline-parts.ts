import { doubtWords } from '../story/claim-marks.ts'

const COUNTED =
  /^(.*?) · (\d+ of \d+ (?:steps?|checks? pass(?:es)?)(?: · .+)?)$|^(.*) · ((?:\d+(?: : \d+)+|unanimous|1 vote|\d+ of \d+ votes)(?: · (?:decided by the Head|\d+ %(?: \([^()]{1,60}\))?|unlikely|close))*)$/su
const MARKED = new RegExp(`^(.*) · ((?:${doubtWords.join('|')}): .{1,60})$`, 'su')

export type HeadlineParts = { readonly outcome: string; readonly counted: string; readonly isDoubted: boolean }

/**
 * A headline split into the outcome and what must not be lost in a narrow row: the counts, and what the events say
 * against it.
 */
export function headlineParts(headline: string): HeadlineParts {
  const [, whole = headline, mark] = MARKED.exec(headline) ?? []
  const [, work, proof, decided, votes] = COUNTED.exec(whole) ?? []
  const counted = [proof ?? votes, mark].filter((part) => part !== undefined).join(' · ')
  return { outcome: work ?? decided ?? whole, counted, isDoubted: mark !== undefined }
}
