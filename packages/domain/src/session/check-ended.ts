import { placeOfCheck } from '../effect/check-effect.ts'
import type { CheckEffect, Outcome } from '../effect/effect.ts'
import { type Fact, fact } from '../event/event.ts'
import type { Session } from '../state/session.ts'

/** How a check ended, once. One that was stopped says nothing about the work. */
export function checkEnded(session: Session, effect: CheckEffect, outcome: Outcome): readonly Fact[] {
  if (!(effect.key in session.started)) return []
  const place = placeOfCheck(effect)
  if (outcome.kind === 'aborted') return [fact('effect.aborted', { effect: effect.key }, place)]
  if (outcome.kind !== 'checked') return []
  const { kind: _, ...seen } = outcome
  return [fact('check.finished', { effect: effect.key, check: effect.check, moment: effect.moment, ...seen }, place)]
}
