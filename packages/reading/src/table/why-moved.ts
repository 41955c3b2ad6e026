import { cleanLine, type PositionView } from '@convene/domain'
import { firstSentence, quoteFor } from '../quote/quote.ts'

/** The text of a message, if it is known. */
export type TextOf = (message: string) => string | undefined

/** Why somebody holds a position, in one sentence: the reason given, or else the sentence of the message closest to it. */
export function argumentOf({ reason, position, message }: PositionView, textOf: TextOf): string {
  const given = firstSentence(reason)
  if (given) return cleanLine(given)
  const said = message && textOf(message)
  return said ? cleanLine(quoteFor(said, position)) : ''
}

/** The sentence from the message that a change cites, or else the panelist's own reason. */
export function reasonOf(
  { because, reason }: PositionView,
  textOf: TextOf,
): { readonly text: string; readonly message?: string } {
  const message = /\bm\d{1,9}\b/u.exec(because)?.[0]
  const said = message && textOf(message)
  const quote = said && quoteFor(said, `${because} ${reason}`)
  if (quote) return { text: `“${cleanLine(quote)}”`, message }
  return { text: cleanLine(firstSentence(because) || firstSentence(reason)) || 'No reason given' }
}
