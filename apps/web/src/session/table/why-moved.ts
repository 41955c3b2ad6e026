import type { PositionView } from '@convene/domain'
import { oneLine } from '../../ui/text/neutral.ts'
import { firstSentence, quoteFor } from '../conversation/quote.ts'
import type { View } from '../view/view.ts'

/** Why somebody holds a position, in one sentence: the reason given, or else the sentence of the message closest to it. */
export function argumentOf(view: View, { reason, position, message }: PositionView): string {
  const given = firstSentence(reason)
  if (given) return oneLine(given)
  const said = message && textOf(view, message)
  return said ? oneLine(quoteFor(said, position)) : ''
}

/** The sentence from the message that a change cites, or else the panelist's own reason. */
export function reasonOf(
  view: View,
  { because, reason }: PositionView,
): { readonly text: string; readonly message?: string } {
  const message = /\bm\d{1,9}\b/u.exec(because)?.[0]
  const said = message && textOf(view, message)
  const quote = said && quoteFor(said, `${because} ${reason}`)
  if (quote) return { text: `“${oneLine(quote)}”`, message }
  return { text: oneLine(firstSentence(because) || firstSentence(reason)) || 'No reason given' }
}

function textOf(view: View, message: string): string | undefined {
  for (const entry of view.entries.values()) if (entry.kind === 'said' && entry.id === message) return entry.text
}
