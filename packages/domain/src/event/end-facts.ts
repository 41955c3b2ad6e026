import { z } from 'zod'
import { Basis, How } from './decision-facts.ts'

const Count = z.number().int().min(0)

/** How much of what was asked for there is, and which agents gave nothing. */
export const Lacks = z.object({
  what: z.enum(['answered', 'voted', 'reported', 'steps', 'checks']),
  done: Count,
  of: Count,
  who: z.array(z.string()),
})
export type Lacks = z.infer<typeof Lacks>

/**
 * How many steps were proven by checks, and how many were accepted on whose word. `by` is empty if nobody reviewed them.
 * Without steps, the same of checks. `checks`: how many there are, and how many pass.
 */
export const Proof = z.object({
  proven: Count,
  said: z.array(z.object({ by: z.string(), steps: Count })),
  checks: z.object({ passed: Count, of: Count }).optional(),
})
export type Proof = z.infer<typeof Proof>

/** What a panel decided, in the event that scripts wait for. `option`: null if it was left open. */
export const Decided = z.object({
  option: z.string().nullable(),
  how: How,
  votes: z.record(z.string(), Count),
  /** How many could vote. */
  voters: Count,
  dissent: z.array(z.object({ voter: z.string(), option: z.string(), reason: z.string() })),
  /** That the decision is right, and what this is based on. */
  probability: Basis.extend({ value: z.number().min(0).max(1) }).optional(),
  /** Options that are too close to tell. Absent if the result is clear. */
  close: z.array(z.string()).optional(),
})
export type Decided = z.infer<typeof Decided>
