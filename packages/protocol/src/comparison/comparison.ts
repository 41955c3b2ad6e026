import type { Comparison as Compared } from '@convene/domain'
import { z } from 'zod'

/** One thing as it stands on both sides; null where a side has it not. */
const sides = <T extends z.ZodType>(side: T) => ({ a: side.nullable(), b: side.nullable() })

const Outcome = z.object({ state: z.string(), reason: z.string(), tokens: z.number(), costUsd: z.number() })
const Decided = z.object({ option: z.string(), how: z.string() })
const Stands = z.object({ state: z.string(), owner: z.string() })

/** What two sessions have come to. Patches of files are as the log has them, in order. */
export const Comparison = z
  .object({
    /** The last event that both have; 0 where they share none. */
    shared: z.number().int().min(0),
    outcome: z.object(sides(Outcome)),
    decisions: z.array(z.object({ topic: z.string(), decision: z.string(), ...sides(Decided) })),
    steps: z.array(z.object({ step: z.string(), description: z.string(), ...sides(Stands) })),
    files: z.array(z.object({ path: z.string(), same: z.boolean(), ...sides(z.string()) })),
  })
  .meta({ id: 'Comparison' }) as unknown as z.ZodType<Compared>
