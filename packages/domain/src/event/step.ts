import { z } from 'zod'
import { Check } from '../check/check.ts'
import { MOST_CANDIDATES } from '../limits/most-candidates.ts'

const Count = z.number().int().min(0)

export const StepState = z.enum([
  'pending',
  'running',
  'waiting',
  'blocked',
  'finished',
  'accepted',
  'reopened',
  'failed',
  'skipped',
  'not_carried_out',
])
export type StepState = z.infer<typeof StepState>

/** A plan step: checked, with its owner's slug. */
export const PlanStep = z.object({
  id: z.string(),
  owner: z.string(),
  description: z.string(),
  acceptance: z.string(),
  dependsOn: z.array(z.string()),
  tools: z.array(z.string()).optional(),
  approve: z.enum(['auto', 'ask']).optional(),
  budget: z
    .object({
      minutes: z.number().positive().optional(),
      tokens: Count.optional(),
      toolCalls: Count.optional(),
      files: Count.optional(),
    })
    .optional(),
  worktree: z.boolean().optional(),
  /** How many seats build it, each in a worktree. The best of their candidates is taken. */
  candidates: z.number().int().min(1).max(MOST_CANDIDATES).optional(),
  /** What Convene runs itself to see whether it is done. */
  checks: z.array(Check).optional(),
})
export type PlanStep = z.infer<typeof PlanStep>

/** What a step may do without asking once its plan is approved, in words. */
export const StepGrant = z.object({ step: z.string(), owner: z.string(), words: z.string() })
export type StepGrant = z.infer<typeof StepGrant>
