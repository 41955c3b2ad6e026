import { type EventOf, type EventPlace, type Fact, fact } from '../event/event.ts'
import type { CheckEffect } from './effect.ts'

/** Where a check's events belong: to its step, or to the run. */
export const placeOfCheck = ({ run, step }: Pick<CheckEffect, 'run' | 'step'>): EventPlace => ({
  parent: String(run),
  ...(step !== undefined && { step }),
})

/** The intent of a check. */
export function checkIntent(effect: CheckEffect): Fact {
  const { key, check, moment, since, shared, worktree, unasked, timeoutMs } = effect
  const data = {
    effect: key,
    check,
    moment,
    since,
    timeoutMs,
    ...(shared && { shared }),
    ...(worktree && { worktree }),
    ...(unasked && { unasked }),
  }
  return fact('check.started', data, placeOfCheck(effect))
}

/** The check that an intent describes. */
export function startedCheck({ data, step, parent }: EventOf<'check.started'>): CheckEffect {
  const { effect: key, ...described } = data
  return { kind: 'check', key, run: Number(parent ?? 0), ...described, ...(step !== undefined && { step }) }
}
