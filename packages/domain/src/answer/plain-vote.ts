import { ownLines, undecorated, unwrapped } from './lines.ts'
import { ARROW } from './separator.ts'

const SO = '(?:(?:so|thus|hence|therefore),? )?'
const OWNED = '(?:(?:my|our) (?:final )?|(?:the )?final )(?:answer|choice|pick|recommendation)'
/** Not `I would choose`: that may depend on something. */
const CHOOSES = "I(?:['’]ll| will| hereby)? (?:choose|pick|select|opt for|go with)"
const PLAIN = new RegExp(
  `^${SO}(?:${OWNED}[*_~\`]{0,3}\\s{0,4}(?:${ARROW}|[:：=]|is(?![\\p{L}\\p{N}]):?)|${CHOOSES}(?![\\p{L}\\p{N}]):?)[*_~\`]{0,3}\\s{0,4}(?=\\S)`,
  'iu',
)
/** `I pick Wait as an example` is for nothing. */
const EXAMPLE = /(?<![\p{L}\p{N}])(?:as (?:an?|the|one)|for (?:example|instance|now)|e\.g\.|first of)(?![\p{L}\p{N}])/iu

/** What a line votes for in common words: `Final answer: B`, `My choice is B`, `I choose B`. */
export function plainVoteOnLine(line: string): string | undefined {
  const bare = undecorated(line)
  const [said] = PLAIN.exec(bare) ?? []
  return said === undefined || EXAMPLE.test(bare) ? undefined : unwrapped(bare.slice(said.length))
}

/** What the last such line of an answer is for, if it has no line in the form. Quoted lines are somebody else's. */
export const plainVoteIn = (text: string): string | undefined => ownLines(text).map(plainVoteOnLine).findLast(Boolean)
