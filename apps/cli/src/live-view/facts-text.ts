import { costText, countText, durationText, type EventOf, type Totals, tokensText } from '@convene/domain'
import type { Used } from './view.ts'

/** What stands under an answer: how it was made, and the id by which it is cited. */
export function closingFacts({ id, data }: EventOf<'message'>, used: Used | undefined): readonly string[] {
  return [
    ...(used ? [durationText(used.ms), `${tokensText(used.tokens)} tokens`, costText(used)] : []),
    ...(data.kind === 'deliberation' ? ['argument'] : []),
    ...(data.rehearsal ? ['rehearsal'] : []),
    ...(data.incomplete ? ['incomplete'] : []),
    ...(id ? [id] : []),
  ]
}

/** What a run took in all. */
export function totalsText(totals: Totals): readonly string[] {
  return [
    countText(totals.calls, 'call'),
    `${tokensText(totals.input + totals.output)} tokens`,
    costText(totals),
    durationText(totals.ms),
  ]
}
