import { z } from 'zod'
import { Check } from '../check/check.ts'
import { EffectKey, Key, MessageId } from '../shared/ids.ts'

const Letter = z.string().regex(/^[A-Z]$/u)

/** What an observation shows if an option is right, by the option's letter. */
export const Expects = z.record(Letter, z.string())
export type Expects = z.infer<typeof Expects>

/** Looking at what splits a panel, instead of talking about it. */
export const experimentFacts = {
  /** A panelist's proposal. `refused`: why it is not run. */
  'experiment.proposed': z.object({
    experiment: Key,
    what: z.string(),
    check: Check.optional(),
    expects: Expects,
    refused: z.string().optional(),
  }),
  /** It will run, and every panelist predicts what it shows. `round`: the round of votes it follows. */
  'experiment.opened': z.object({
    experiment: Key,
    round: z.number().int().min(0),
    by: z.enum(['user', 'rules']),
  }),
  /** The option whose expectation a panelist thinks will come true. Secret until the experiment has finished. */
  'experiment.predicted': z.object({
    experiment: Key,
    option: z.string(),
    confidence: z.number().min(0).max(100).optional(),
  }),
  /** What it showed. It runs once: if it was cut off, it showed nothing. */
  'experiment.finished': z.object({
    experiment: Key,
    effect: EffectKey.optional(),
    /** Whether there is anything to read. */
    seen: z.boolean(),
    shows: z.string(),
    /** The option whose expectation came true. Absent if a program cannot tell. */
    option: Letter.optional(),
    /** The message with what it showed. */
    message: MessageId.optional(),
    ms: z.number().int().min(0),
  }),
} as const
