import { type EffectKey, type Event, effectEndedBy } from '@convene/domain'
import { microsOf, monthOf } from '../../accounts/budget/budget.ts'

/** What an append says about money: the calls that ended, and how much was spent in which month. */
export type Settlement = {
  readonly ended: readonly EffectKey[]
  readonly month: string
  readonly micros: number
}

/**
 * Undefined if it says nothing. The first append of a session spends nothing: a fork, an import or a restored session
 * brings events of calls that were already paid for.
 */
export function settlementOf(expectedSeq: number, events: readonly Event[]): Settlement | undefined {
  if (expectedSeq === 0) return undefined
  const ended = events.flatMap((event) => (event.type === 'tool.finished' ? [] : (effectEndedBy(event) ?? [])))
  const spent = events.flatMap((event) => (event.type === 'usage' ? (event.data.costUsd ?? 0) : []))
  const last = events.at(-1)
  if (!last || (ended.length === 0 && spent.length === 0)) return undefined
  return { ended, month: monthOf(last.at), micros: microsOf(spent.reduce((sum, cost) => sum + cost, 0)) }
}
