import { z } from 'zod'
import { ModelName, Slug } from '../agent/agent.ts'
import { limitTable } from '../limits/limits.ts'
import { numberText } from '../text/amounts.ts'

/** The limits that a fork can change: the ones that say how far a run goes. */
export const changeableLimits = [
  'maxTurns',
  'maxCalls',
  'maxTotalTokens',
  'maxCostUsd',
  'maxDuration',
  'maxIterations',
] as const
export type ChangeableLimit = (typeof changeableLimits)[number]

/** The user's words for all agents. Every call carries them, so they cannot be a document. */
const LONGEST_WORDS = 10_000
const words = z
  .string()
  .trim()
  .min(1, 'must say something')
  .max(LONGEST_WORDS, `must have at most ${numberText(LONGEST_WORDS)} characters`)

/** A seat by its agent's slug. */
const seat = z.string().min(1).max(60)

const LimitChange = z
  .strictObject({ type: z.literal('limit'), limit: z.enum(changeableLimits), value: z.number() })
  .superRefine(({ limit, value }, context) => {
    const checked = limitTable[limit].schema.safeParse(value)
    for (const { message } of checked.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['value'], message })
  })

/** The one thing that a fork changes about a run. It is one by construction: two differences explain nothing. */
export const ForkChange = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('model'), seat, model: ModelName }),
    z.strictObject({ type: z.literal('swap'), seat, agent: Slug }),
    z.strictObject({ type: z.literal('without'), seat }),
    z.strictObject({ type: z.literal('fact'), text: words }),
    z.strictObject({ type: z.literal('forbid'), text: words }),
    LimitChange,
  ])
  .meta({ id: 'ForkChange' })
export type ForkChange = z.infer<typeof ForkChange>

/**
 * A change as it was made, with its words: they are readable even after the original session is gone. If the run started over
 * with it, nothing was copied, and `at` of the fork is 0.
 */
export const MadeChange = z.object({ what: ForkChange, text: z.string() })
export type MadeChange = z.infer<typeof MadeChange>
