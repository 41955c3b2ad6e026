import { costText, durationText, type EventOf, tokensText } from '@convene/domain'
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
