import { z } from 'zod'
import { CallId, Key, MessageId } from '../shared/ids.ts'

const Count = z.number().int().min(0)

/**
 * What decided. `record`: the votes, weighted by the seats' track record. `tiebreak`: the vote was tied, and the record
 * chose. `undecided`: nothing did, and it stays open.
 */
export const How = z.enum(['majority', 'record', 'tiebreak', 'lead', 'user', 'undecided'])
export type How = z.infer<typeof How>

/** Decision events, in every mode. */
export const decisionSchemas = {
  'decision.proposed': z.object({
    decision: Key,
    topic: z.string(),
    options: z.array(z.string()).min(2),
    evidence: z.string(),
    eligible: z.array(z.string()),
    closesAt: z.number().nullable(),
    by: z.string(),
    /** Who may not decide it either, if the votes do not. */
    barred: z.array(z.string()).optional(),
    step: z.string().optional(),
    /** The call waiting for the outcome. */
    call: CallId.optional(),
    /** The mode itself requests and counts the votes. `covers` are the messages each option represents. */
    ballot: z.boolean().optional(),
    covers: z.array(z.array(MessageId)).optional(),
  }),
  /** Secret until the decision is committed: the engine's `redactVotes` removes it from everything people see. */
  'decision.voted': z.object({
    decision: Key,
    voter: z.string(),
    option: z.string(),
    confidence: z.number().min(0).max(100).optional(),
    reason: z.string(),
    /** The voter's probability for each option, in the order of the options, adding up to 100. */
    probabilities: z.array(z.number().min(0).max(100)).optional(),
    /** The voter's model, and the option it chose before hearing anyone. */
    model: z.string().optional(),
    blind: z.string().optional(),
    veto: z.string().optional(),
    /** The lead's decision if the vote did not decide. It does not count as a vote. */
    casting: z.boolean().optional(),
    /** A deliberate abstention: `option` is empty. It counts as present. */
    abstains: z.boolean().optional(),
  }),
  'decision.committed': z.object({
    decision: Key,
    /** Empty if nothing was decided. */
    option: z.string(),
    how: How,
    votes: z.record(z.string(), Count),
    /** Other ways of counting the votes, one line each. */
    counts: z.array(z.string()).optional(),
    /** The probability that the leading option is right, from the record of resolved decisions. */
    probability: z.number().min(0).max(1).optional(),
    rationale: z.string(),
    /** When to check how it turned out. */
    reviewBy: z.number().optional(),
    dissent: z.array(z.object({ voter: z.string(), option: z.string(), reason: z.string() })),
    adr: z.string(),
  }),
  /** How a decision turned out. The newest one counts, and `withdrawn` cancels the earlier ones. */
  'decision.resolved': z.object({
    decision: Key,
    /** The run that made the decision: decision ids are unique only within a run. */
    run: z.string().optional(),
    outcome: z.enum(['option', 'none', 'unclear', 'withdrawn']),
    /** The option that was right. */
    option: z.string().optional(),
    by: z.string(),
    note: z.string().optional(),
  }),
} as const
