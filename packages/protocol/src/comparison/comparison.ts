import type { Comparison as Compared } from '@convene/domain'
import { z } from 'zod'

/** One item on both sides, or null if a side does not have it. */
const sides = <T extends z.ZodType>(side: T) => ({ a: side.nullable(), b: side.nullable() })

const Outcome = z.object({ state: z.string(), reason: z.string(), tokens: z.number(), costUsd: z.number() })
const Decided = z.object({ option: z.string(), how: z.string() })
const StepState = z.object({ state: z.string(), owner: z.string() })

/** The results of two sessions. File patches are in log order. */
export const Comparison = z
  .object({
    /** The last event that both have, or 0 if they share none. */
    shared: z.number().int().min(0),
    outcome: z.object(sides(Outcome)),
    decisions: z.array(z.object({ topic: z.string(), decision: z.string(), ...sides(Decided) })),
    steps: z.array(z.object({ step: z.string(), description: z.string(), ...sides(StepState) })),
    files: z.array(z.object({ path: z.string(), same: z.boolean(), ...sides(z.string()) })),
  })
  .meta({ id: 'Comparison' }) as unknown as z.ZodType<Compared>
