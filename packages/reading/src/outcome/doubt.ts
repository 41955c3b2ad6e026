import { cleanLine, cutAtWord, markdownLine, resultsOf, type Session, summaryOf } from '@convene/domain'
import { type ClaimMark, claimMarks, doubtWords } from '../story/claim-marks.ts'

/** As much of a sentence as is left of it in a quote that was cut. */
const ENOUGH = 30

/**
 * What the events say against a text that quotes a message: `contradicted: tests pass`. Of several, the worst. Undefined
 * if all of it was seen, or is an agent's opinion.
 */
export function doubtIn(quote: string, marks: readonly ClaimMark[]): string | undefined {
  const found = marks.find(({ word, text }) => doubtWords.includes(word) && quote.includes(beginningOf(text)))
  return found && `${found.word}: ${cutAtWord(cleanLine(found.what), LONGEST)}`
}

const LONGEST = 40

const beginningOf = (text: string): string => markdownLine(text).slice(0, ENOUGH)

/** The same about how lists describe a session. */
export function doubtAbout(session: Session): string | undefined {
  const { run } = session
  if (!run?.finished) return undefined
  const claims = resultsOf(session, run).flatMap(({ claims: made = [] }) => made)
  return doubtIn(summaryOf(session), claimMarks(claims))
}
