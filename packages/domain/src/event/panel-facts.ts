import { z } from 'zod'
import { MessageId } from '../shared/ids.ts'
import { Quantity } from './estimate-facts.ts'
import { Estimate } from './run-settings.ts'

const Count = z.number().int().min(0)
const Letter = z.string().regex(/^[A-Z]$/u)

/** What happens in a debate apart from contributions: rulings and positions. */
export const panelFacts = {
  moderation: z.object({
    action: z.enum(['approved', 'blocked', 'redirected', 'passed_over', 'force_converge', 'converged']),
    rule: z.string(),
    reason: z.string(),
    message: MessageId.optional(),
    /** Whom a reminder of the topic is for, if it is for everyone. */
    to: z.array(z.string()).optional(),
  }),
  position: z.object({
    round: Count,
    position: z.string(),
    confidence: z.number().min(0).max(100).nullable(),
    changed: z.boolean(),
    because: z.string(),
    /** Moved to the majority without a new reason, or to something nobody had argued for. */
    flagged: z.boolean().optional(),
    message: MessageId.optional(),
    /** The letter of the option, if the panel has options. */
    option: Letter.optional(),
    /** The panelist's probability for each option, by letter, adding up to 100. */
    probabilities: z.record(Letter, z.number().min(0).max(100)).optional(),
    abstains: z.boolean().optional(),
    /** Which side a panelist that changed its mind moved to. */
    move: z.enum(['majority', 'minority', 'new']).optional(),
    /** How well a change of mind is justified: see `groundsOf`. */
    grounds: z.enum(['new', 'evidence', 'known', 'own', 'unknown', 'none']).optional(),
    reason: z.string().optional(),
    veto: z.string().optional(),
  }),
  /** The protocol, who chose it, and the limits and the estimate if it changes them. */
  'protocol.chosen': z.object({
    protocol: z.enum(['decide', 'discuss', 'estimate']),
    by: z.enum(['user', 'head', 'goal']),
    /** There is nothing to choose between: the discussion ends in its findings, without options and ballots. */
    findings: z.literal(true).optional(),
    /** What an estimate is of. */
    quantity: Quantity.optional(),
    /** The maximum number of rounds in a decision or an estimate. */
    rounds: Count.optional(),
    /** One word for the subject of the question. Track records are kept by it unless the session has tags. */
    field: z.string().optional(),
    /** Who is asked before the others. Absent: everyone is asked at once. */
    first: z.object({ ask: z.enum(['two-first', 'as-few-as-needed']), seats: z.array(z.string()) }).optional(),
    /** Everyone is asked although fewer might do, as in every tenth decision, so that the track record stays honest. */
    asksAll: z.literal(true).optional(),
    limits: z
      .object({ maxCalls: Count, maxTotalTokens: Count, maxDuration: z.number().positive() })
      .partial()
      .optional(),
    estimate: Estimate.optional(),
  }),
  /**
   * The result of asking some panelists first. `pair` and `vote`: their answer is the decision, and the others were not
   * asked. `panel`: the others are asked now, and the first answers stay part of the blind round.
   */
  escalation: z.object({
    stage: z.enum(['pair', 'vote', 'panel']),
    /** Everyone asked gave the same answer. */
    agreed: z.boolean(),
    why: z.string(),
    seats: z.array(z.string()),
    /** The others' votes could not have changed the result. */
    certain: z.boolean().optional(),
    /** What asking the others would probably have used. The cost is null if a price is unknown. */
    saved: z.object({ calls: Count, costUsd: z.number().nullable() }).optional(),
  }),
  /** The current options, A, B, C… in this order. `covers` are the free-text positions each one represents. */
  'options.drawn': z.object({
    options: z.array(z.object({ text: z.string(), covers: z.array(MessageId) })),
    by: z.string(),
  }),
} as const
