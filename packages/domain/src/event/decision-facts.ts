import { z } from 'zod'
import { CallId, Key, MessageId } from '../shared/ids.ts'
import { RuleVersions } from './rule-versions.ts'

const Count = z.number().int().min(0)

/**
 * What decided. `majority`: the votes, and the option with the most of them won. `record`: the votes, and another one
 * won, by what each is worth. `undecided`: nothing did, and it stays open.
 */
export const How = z.enum(['majority', 'record', 'lead', 'user', 'undecided'])
export type How = z.infer<typeof How>

/**
 * What a probability is based on: how many resolved decisions know the voters' models, how many models there are, and
 * from how many vendors. None resolved: it is a first guess.
 */
export const Basis = z.object({ resolved: Count, models: Count, vendors: Count })
export type Basis = z.infer<typeof Basis>

/**
 * How much a vote counted. `weight`: in votes of an unknown model alone. `chance`: that a vote like this is right.
 * `like`: another voter with the same model, or with one of the same vendor, who errs alike.
 */
export const VoteWeight = z.object({
  voter: z.string(),
  weight: z.number(),
  chance: z.number().min(0).max(1),
  like: z.object({ voter: z.string(), by: z.enum(['model', 'vendor']) }).optional(),
})
export type VoteWeight = z.infer<typeof VoteWeight>

/** How likely it is that the leading option is right, why, and how much each vote counted. */
export type Forecast = {
  readonly probability: number
  readonly basis: Basis
  /** The options that are too close to tell, the leading one among them. Empty if it is clear. */
  readonly close: readonly string[]
  readonly weights: readonly VoteWeight[]
}

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
    /** The commitment to this vote. Shown while it is secret, without the salt. */
    seal: z.object({ hash: z.string(), salt: z.string().optional() }).optional(),
  }),
  'decision.committed': z.object({
    decision: Key,
    /** Empty if nothing was decided. */
    option: z.string(),
    how: How,
    votes: z.record(z.string(), Count),
    /** Other ways of counting the votes, one line each. */
    counts: z.array(z.string()).optional(),
    /** The probability that the leading option is right, and what that is based on. */
    probability: z.number().min(0).max(1).optional(),
    basis: Basis.optional(),
    /** Options that are too close to tell. Absent if the result is clear. */
    close: z.array(z.string()).optional(),
    weights: z.array(VoteWeight).optional(),
    /** What it was worked out by. */
    rules: RuleVersions.optional(),
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
