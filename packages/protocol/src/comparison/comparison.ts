import type { SessionComparison as Compared } from '@convene/reading'
import { z } from 'zod'

/** One item on both sides, or null if a side does not have it. */
const sides = <T extends z.ZodType>(side: T) => ({ a: side.nullable(), b: side.nullable() })

const Outcome = z.object({ state: z.string(), reason: z.string(), tokens: z.number(), costUsd: z.number() })
const Decided = z.object({ option: z.string(), how: z.string() })
const StepState = z.object({ state: z.string(), owner: z.string() })

const Position = z.object({
  first: z.string().nullable().describe('The blind position, before anybody had heard the others.'),
  last: z.string(),
  confidence: z.number().nullable(),
  because: z.string().describe('The reason for the last change of mind.'),
})

const Seat = z.object({
  slug: z.string(),
  name: z.string(),
  icon: z.string(),
  color: z.string(),
  seat: z.string(),
  model: z.string(),
  position: Position.nullable(),
  vote: z.string().nullable(),
})

/** A session's newest run. Answers, positions and votes follow once it has ended. */
const Run = z.object({
  id: z.string(),
  title: z.string(),
  mode: z.string(),
  phase: z.string(),
  reason: z.string(),
  waiting: z.number().int().min(0).describe('How many things wait for the user.'),
  interrupted: z.boolean().describe('Its process ended in the middle of the run.'),
  headline: z.string(),
  decided: z.string().nullable(),
  counted: z.array(z.string()),
  verdict: z.array(z.string()),
  answers: z.array(z.object({ name: z.string(), text: z.string(), isCut: z.boolean() })),
  seats: z.array(Seat),
  calls: z.number(),
  tokens: z.number(),
  costUsd: z.number(),
  unpriced: z.number(),
  workedMs: z.number(),
})

/** The results of two sessions. File patches are in log order. */
export const Comparison = z
  .object({
    /** The last event that both have, or 0 if they share none. */
    shared: z.number().int().min(0),
    /** What was changed, if one side repeats the other's run with a single change. */
    change: z.object({ side: z.enum(['a', 'b']), text: z.string() }).nullable(),
    runs: z.object(sides(Run)),
    outcome: z.object(sides(Outcome)),
    decisions: z.array(z.object({ topic: z.string(), decision: z.string(), ...sides(Decided) })),
    steps: z.array(z.object({ step: z.string(), description: z.string(), ...sides(StepState) })),
    files: z.array(z.object({ path: z.string(), same: z.boolean(), ...sides(z.string()) })),
  })
  .meta({ id: 'Comparison' }) as unknown as z.ZodType<Compared>
