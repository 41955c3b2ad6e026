import { z } from 'zod'
import { MessageId } from '../shared/ids.ts'
import { Estimate } from './run-settings.ts'

const Count = z.number().int().min(0)
const Letter = z.string().regex(/^[A-Z]$/u)

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
    /** Moved to the majority without a new reason, or to something that nobody had argued for. */
    flagged: z.boolean().optional(),
    message: MessageId.optional(),
    /** The letter of the option, if the panel has options. */
    option: Letter.optional(),
    /** How likely the panelist thinks each option is, by letter, 100 in all. */
    probabilities: z.record(Letter, z.number().min(0).max(100)).optional(),
    abstains: z.boolean().optional(),
    /** Where a panelist moved that changed its mind. */
    move: z.enum(['majority', 'minority', 'new']).optional(),
    /** What the reason for a change is worth: see `groundsOf`. */
    grounds: z.enum(['new', 'evidence', 'known', 'own', 'unknown', 'none']).optional(),
    reason: z.string().optional(),
    veto: z.string().optional(),
  }),
  /** The protocol, who chose it, and the limits and the estimate if it changes them. */
  'protocol.chosen': z.object({
    protocol: z.enum(['decide', 'discuss']),
    by: z.enum(['user', 'head', 'goal']),
    /** How many rounds a decision has at most. */
    rounds: Count.optional(),
    /** One word for what the question is about. Track records are kept by it unless the session has tags. */
    field: z.string().optional(),
    /** Who is asked before the others, and when the others follow. Absent: everybody is asked at once. */
    first: z.object({ policy: z.enum(['disagreement', 'always', 'vote']), seats: z.array(z.string()) }).optional(),
    limits: z
      .object({ maxCalls: Count, maxTotalTokens: Count, maxDuration: z.number().positive() })
      .partial()
      .optional(),
    estimate: Estimate.optional(),
  }),
  /**
   * What came of asking some panelists first. `pair` and `vote`: their answer is the decision, and the others were not
   * asked. `panel`: the others are asked now, and the first answers stay part of the blind round.
   */
  escalation: z.object({
    stage: z.enum(['pair', 'vote', 'panel']),
    /** All who were asked gave the same answer. */
    agreed: z.boolean(),
    why: z.string(),
    seats: z.array(z.string()),
    /** No vote of the others could have changed the result. */
    certain: z.boolean().optional(),
    /** What asking the others would probably have taken. The cost is null if a price is unknown. */
    saved: z.object({ calls: Count, costUsd: z.number().nullable() }).optional(),
  }),
  /** The options as they are now, A, B, C… in this order; `covers` are the positions in free text that each stands for. */
  'options.drawn': z.object({
    options: z.array(z.object({ text: z.string(), covers: z.array(MessageId) })),
    by: z.string(),
  }),
} as const
