import { z } from 'zod'
import { EffectKey } from '../shared/ids.ts'

const Line = z.string().min(1).max(500)

/**
 * Something that Convene runs itself to see whether work is done. `guard`: it must not get worse, so a failure that was
 * there before the work is nobody's fault.
 */
export const Check = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('command'),
    run: Line,
    /** Exit code 0, unless it says otherwise. */
    exit: z.number().int().min(0).max(255).optional(),
    /** A pattern that its output must contain, in addition to the exit code. */
    output: Line.optional(),
    network: z.boolean().optional(),
    guard: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('file'),
    path: Line,
    /** `shown`: it exists, and its text is the output. */
    is: z.enum(['exists', 'absent', 'unchanged', 'contains', 'shown']),
    text: Line.optional(),
  }),
  z.object({ kind: z.literal('change'), within: z.array(Line).min(1).max(50) }),
  z.object({
    kind: z.literal('address'),
    url: Line,
    status: z.number().int().min(100).max(599),
    body: Line.optional(),
    /** A value in the answer, such as `status.database`, and what it must be, as text. */
    json: z.object({ path: Line, is: Line }).optional(),
  }),
  z.object({ kind: z.literal('you'), question: Line }),
])
export type Check = z.infer<typeof Check>

/**
 * When a check runs: before its step starts, when its owner has reported, and when all work is done. An `experiment` and a
 * `resolution`, which sees how things turned out, only look, and belong to no work.
 */
export const Moment = z.enum(['before', 'after', 'final', 'experiment', 'resolution'])
export type Moment = z.infer<typeof Moment>

export const Outcome = z.enum(['passed', 'failed', 'not_run'])

const Count = z.number().int().min(0)

/** What Convene saw when it ran a check. */
export const CheckResult = z.object({
  effect: EffectKey,
  check: Check,
  moment: Moment,
  /** A check that could not run is never a pass. */
  outcome: Outcome,
  /** Why it failed or did not run. */
  reason: z.string().optional(),
  /** The state of the files that it ran on. */
  tree: z.string().optional(),
  exit: z.number().int().optional(),
  /** The end of its output. */
  output: z.string().optional(),
  /** The files that decide what it tests, and that were changed since the step began. */
  tampered: z.array(z.string()).optional(),
  ms: Count,
})
export type CheckResult = z.infer<typeof CheckResult>

/** Whether a check only looks: what it saw says nothing about work. */
export const onlyLooks = (moment: Moment): boolean => moment === 'experiment' || moment === 'resolution'
