import { z } from 'zod'
import { Key } from '../shared/ids.ts'
import { Basis } from './decision-facts.ts'

const Count = z.number().int().min(0)

/** What is estimated: how likely something is, or a number with its unit. The unit is empty if nothing names one. */
export const Quantity = z.object({ kind: z.enum(['chance', 'number']), unit: z.string() })
export type Quantity = z.infer<typeof Quantity>

/**
 * Where a number will be: below `low` in one of ten cases, below `high` in nine. Of a chance, from 0 to 1: the lowest
 * and the highest of several, or three times the same of one.
 */
export const ValueRange = z.object({ low: z.number(), middle: z.number(), high: z.number() })
export type ValueRange = z.infer<typeof ValueRange>

/** How much wider a range must be than its seats say, and how many resolved estimates say so. */
export const LearnedWidth = z.object({ factor: z.number().positive(), resolved: Count })
export type LearnedWidth = z.infer<typeof LearnedWidth>

/** What the seats' last answers amount to. */
export const Pooled = z.object({
  quantity: Quantity,
  /** Null if nobody gave a readable answer. */
  range: ValueRange.nullable(),
  /** Each seat's last answer, and its first if it changed it. */
  seats: z.array(z.object({ agent: z.string(), range: ValueRange, first: ValueRange.optional() })),
  basis: Basis,
  /** What made the range wider or narrower than its seats say. Absent before enough is known. */
  width: LearnedWidth.optional(),
})
export type Pooled = z.infer<typeof Pooled>

/** Estimates, in a panel that gives one. */
export const estimateFacts = {
  /** Sealed until the estimate is pooled: the engine's `redactVotes` removes it from everything people see. */
  'estimate.given': z.object({
    estimate: Key,
    voter: z.string(),
    round: Count,
    /** Null in what people see before the estimate is pooled, and of a seat that deliberately gave none. */
    range: ValueRange.nullable(),
    /** Why, in full. */
    reason: z.string(),
    /** The same without numbers and what gives them away: what the others read. */
    shared: z.string(),
    model: z.string().optional(),
  }),
  'estimate.pooled': Pooled.extend({ estimate: Key, question: z.string() }),
  /** What the number was: 1 or 0 of something that happened or did not. Null if it will never be known. */
  'estimate.resolved': z.object({
    estimate: Key,
    run: z.string(),
    value: z.number().nullable(),
    by: z.string(),
    note: z.string().optional(),
  }),
} as const
