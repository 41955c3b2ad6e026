import { z } from 'zod'
import { AskId, CallId, Key } from '../shared/ids.ts'
import { CommandLine } from '../tool/tool.ts'
import { Estimate } from './run-settings.ts'
import { StepGrant } from './step.ts'

export const Gate = z.enum(['topic', 'plan'])
export type Gate = z.infer<typeof Gate>

export const Answer = z.enum(['once', 'session', 'always', 'deny'])
export type Answer = z.infer<typeof Answer>

/** Questions to the user, and the user's answers. */
export const askFacts = {
  'permission.asked': z.object({
    ask: AskId,
    call: CallId,
    chain: z.array(z.string()),
    tool: z.string(),
    resource: z.string(),
    rule: z.string(),
    proposed: z.string(),
    /** Other targets of the same call that need approval: a lasting answer covers them along with `proposed`. */
    also: z.array(z.string()).optional(),
    /** Every command in a command line, as we read it, in order. */
    runs: z.array(z.string()).optional(),
    expiresAt: z.number(),
    /** The command line as written, if the call runs one, and whether it would run without a sandbox. */
    command: CommandLine.optional(),
    unsandboxed: z.boolean().optional(),
    preview: z.string().optional(),
    note: z.string().optional(),
  }),
  'permission.answered': z.object({
    ask: AskId,
    answer: Answer,
    by: z.string(),
    reason: z.string().optional(),
    pattern: z.string().optional(),
  }),

  'question.asked': z.object({
    id: Key,
    question: z.string(),
    options: z.array(z.string()),
    /** A gate is passed with `approve` or sent back with `reject`. `text` is what it asks about. */
    gate: Gate.optional(),
    text: z.string().optional(),
    /** What passing it allows without further asks, step by step. */
    grants: z.array(StepGrant).optional(),
    estimate: Estimate.optional(),
    call: CallId.optional(),
    /** The decision nobody could make. The answer decides it. */
    decision: Key.optional(),
    /** The user's own turn in a panel, and when it ends without an answer. */
    turn: z.object({ closesAt: z.number() }).optional(),
  }),
  /** At a gate the answer is `approve` or `reject`; `text` is then the edited text, or why not. `askEachStep` withholds what the plan would
   * have allowed in advance. */
  'question.answered': z.object({
    id: Key,
    answer: z.string(),
    text: z.string().optional(),
    askEachStep: z.boolean().optional(),
    turn: z.boolean().optional(),
    by: z.string(),
  }),
}

/** The answerers of what a run itself asks if no user is there: a gate approved in advance, and a question left open. */
export const GATE_OPEN = 'approved in advance'
export const ASSUMED = 'convene'

/** Whether nobody answered, and it was approved or assumed instead. */
export const isUnattended = (by: string): boolean => by === GATE_OPEN || by === ASSUMED
