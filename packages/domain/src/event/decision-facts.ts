import { z } from 'zod'
import { CallId, MessageId } from '../shared/ids.ts'

const Count = z.number().int().min(0)

/**
 * What decided. `record`: the votes, weighed by what the seats' record says. `tiebreak`: the most votes were tied, and the
 * record chose between them. `undecided`: nothing did, it stays open.
 * `confidence` is in older logs only: the votes were tied, and the surer side won.
 */
const How = z.enum(['majority', 'record', 'tiebreak', 'confidence', 'lead', 'user', 'undecided'])
export type How = z.infer<typeof How>

/** What happens to a decision, in every mode. */
export const decisionFacts = {
  'decision.proposed': z.object({
    decision: z.string(),
    topic: z.string(),
    options: z.array(z.string()).min(2),
    evidence: z.string(),
    eligible: z.array(z.string()),
    closesAt: z.number().nullable(),
    by: z.string(),
    step: z.string().optional(),
    /** The call that waits for the outcome. */
    call: CallId.optional(),
    /** The mode itself asks for the votes and counts them; `covers` are the messages that each option stands for. */
    ballot: z.boolean().optional(),
    covers: z.array(z.array(MessageId)).optional(),
  }),
  /** Secret until the decision is committed: the engine takes it out of what it gives to people, with `redactVotes`. */
  'decision.voted': z.object({
    decision: z.string(),
    voter: z.string(),
    option: z.string(),
    confidence: z.number().min(0).max(100).optional(),
    reason: z.string(),
    /** In older logs only. */
    rank: z.array(z.string()).optional(),
    /** How likely the voter thinks each option is, in the order of the options, 100 in all. */
    probabilities: z.array(z.number().min(0).max(100)).optional(),
    /** The voter's model, and its option before it had heard anybody. */
    model: z.string().optional(),
    blind: z.string().optional(),
    veto: z.string().optional(),
    /** The lead's decision if the votes did not decide. It is not a vote. */
    casting: z.boolean().optional(),
    /** Voted for nothing on purpose: `option` is empty. It counts as present. */
    abstains: z.boolean().optional(),
  }),
  'decision.committed': z.object({
    decision: z.string(),
    /** Empty if nothing was decided. */
    option: z.string(),
    how: How,
    votes: z.record(z.string(), Count),
    /** Other ways in which the votes were counted, each as one line. */
    counts: z.array(z.string()).optional(),
    /** The chance that the leading option is right, from the record of resolved decisions. */
    probability: z.number().min(0).max(1).optional(),
    rationale: z.string(),
    /** When to look at how it turned out. */
    reviewBy: z.number().optional(),
    dissent: z.array(z.object({ voter: z.string(), option: z.string(), reason: z.string() })),
    adr: z.string(),
  }),
  /** How a decision turned out. The newest one counts, and `withdrawn` takes back the ones before it. */
  'decision.resolved': z.object({
    decision: z.string(),
    /** The run that decided: decision ids are unique only within a run. */
    run: z.string().optional(),
    outcome: z.enum(['option', 'none', 'unclear', 'withdrawn']),
    /** The option that was right. */
    option: z.string().optional(),
    by: z.string(),
    note: z.string().optional(),
  }),
} as const
