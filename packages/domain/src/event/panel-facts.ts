import { z } from 'zod'
import { MessageId } from '../shared/ids.ts'

const Count = z.number().int().min(0)

/** What happens in a debate apart from contributions: rulings, and who holds what. */
export const panelFacts = {
  moderation: z.object({
    action: z.enum(['approved', 'blocked', 'redirected', 'passed_over', 'force_converge', 'converged']),
    rule: z.string(),
    reason: z.string(),
    message: MessageId.optional(),
  }),
  position: z.object({
    round: Count,
    position: z.string(),
    confidence: z.number().min(0).max(100).nullable(),
    changed: z.boolean(),
    because: z.string(),
    flagged: z.boolean().optional(),
    message: MessageId.optional(),
  }),
} as const
