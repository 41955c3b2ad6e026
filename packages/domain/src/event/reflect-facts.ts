import { z } from 'zod'

const Count = z.number().int().min(0)

/** Events between two iterations. */
export const reflectionFacts = {
  evaluation: z.object({
    iteration: Count,
    score: z.number().min(0).max(1),
    rationale: z.string(),
    trend: z.enum(['improving', 'stable', 'degrading']),
    by: z.string(),
    model: z.string(),
    /** The goal is met: the score is high enough, or the evaluation says so. */
    met: z.boolean().optional(),
  }),
  stall: z.object({ similarity: z.number().min(0).max(1), consecutive: Count }),
} as const
