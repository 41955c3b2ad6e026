import type { Check, CheckResult } from '../check/check.ts'
import type { Quantity } from '../event/estimate-facts.ts'
import type { EffectKey } from '../shared/ids.ts'

/** What a check saw once. */
export type Look = Pick<CheckResult, 'outcome' | 'reason' | 'output' | 'exit'>

/** A decision or an estimate that will be compared with what happened. It is gone once its outcome is recorded. */
export type Resolution = {
  /** Names it in the session: the number of its run. Its keys begin with it. */
  readonly id: string
  readonly number: number
  readonly run: string
  readonly question: string
  readonly about:
    | {
        readonly kind: 'decision'
        readonly decision: string
        readonly options: readonly string[]
        readonly chosen: string
      }
    | { readonly kind: 'estimate'; readonly estimate: string; readonly quantity: Quantity }
  readonly due: number
  readonly check: Check
  readonly right?: string
  readonly wrong?: string
  /** Why its check must not run. Empty if it may. */
  readonly barred: string
  /** Somebody can be asked. */
  readonly hasPerson: boolean
  readonly isDue: boolean
  readonly looks: readonly Look[]
  /** How many looks were cut off or could not be run, and why the last of them. */
  readonly lost: number
  readonly lostBy: string
  /** How often you were asked, and what you said last. */
  readonly asked: number
  readonly answer: string | null
}

export type Resolutions = { readonly [id: string]: Resolution }

export const resolutionId = (number: number): string => `${number}/resolve`
export const dueKey = ({ id }: Pick<Resolution, 'id'>): EffectKey => `${id}/due` as EffectKey
/** A look that saw nothing is repeated under another name, so that no result counts for two. */
export const lookKey = ({ id, looks, lost }: Pick<Resolution, 'id' | 'looks' | 'lost'>): EffectKey =>
  `${id}/look${looks.length + lost + 1}` as EffectKey
export const questionId = ({ id, asked }: Pick<Resolution, 'id' | 'asked'>): string => `${id}/ask${asked}`
