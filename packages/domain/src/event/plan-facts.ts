import { z } from 'zod'
import { CallId } from '../shared/ids.ts'
import { PlanStep, StepState } from './step.ts'

const Count = z.number().int().min(0)

const PlanReview = z.object({ by: z.string(), verdict: z.enum(['approve', 'concerns']), text: z.string() })

/** Events of a plan and its steps. */
export const planFacts = {
  /** What the goal needs, who was chosen for it by role and capability, and who is not needed. */
  'team.formed': z.object({ needs: z.array(z.string()), members: z.array(z.string()), leftOut: z.array(z.string()) }),
  'plan.drafted': z.object({ version: Count, steps: z.array(PlanStep), by: z.string() }),
  'plan.reviewed': PlanReview,
  'plan.committed': z.object({ version: Count, steps: z.array(PlanStep), reviews: z.array(PlanReview) }),
  'step.state': z.object({
    step: z.string(),
    from: StepState,
    to: StepState,
    reason: z.string().optional(),
    owner: z.string(),
    attempt: Count,
    /** Accepted although its last review sent it back. */
    against: z.boolean().optional(),
  }),
  handoff: z.object({
    step: z.string(),
    from: z.string(),
    to: z.string(),
    reason: z.string(),
    state: z.enum(['offered', 'acknowledged', 'refused']),
    /** The call that offers it and waits for the answer. */
    call: CallId.optional(),
  }),
} as const
