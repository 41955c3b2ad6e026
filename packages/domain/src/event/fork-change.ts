import { z } from 'zod'
import { ModelName, Slug } from '../agent/agent.ts'
import { limitTable } from '../limits/limits.ts'
import { numberText } from '../text/amounts.ts'

/** The limits a fork can change: those on how far a run goes. */
export const changeableLimits = [
  'maxTurns',
  'maxCalls',
  'maxTotalTokens',
  'maxCostUsd',
  'maxDuration',
  'maxIterations',
] as const
export type ChangeableLimit = (typeof changeableLimits)[number]

/** The user's text for all agents. Every call includes it, so it cannot be a document. */
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

/** The one thing a fork changes about a run. The type allows only one: two differences would explain nothing. */
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
 * A change as it was made, with its text, which stays readable after the original session is gone. If the run started
 * over with it, nothing was copied, and the fork's `at` is 0.
 */
export const MadeChange = z.object({ what: ForkChange, text: z.string() })
export type MadeChange = z.infer<typeof MadeChange>
