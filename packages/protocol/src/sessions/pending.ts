import { Answer, CommandLine, StepGrant } from '@convene/domain'
import { z } from 'zod'
import { Time } from '../shared.ts'

/** Something waiting for the user: a permission ask, a question, a gate, or their vote. */
export const PendingView = z
  .object({
    /** Used to answer it. */
    id: z.string(),
    session: z.string(),
    title: z.string(),
    kind: z.enum(['ask', 'question', 'gate', 'vote']),
    agent: z.string().nullable(),
    /** Who it is done for. The agent that asks comes last. */
    chain: z.array(z.string()),
    since: Time,
    ask: z
      .object({
        id: z.string(),
        tool: z.string(),
        resource: z.string(),
        rule: z.string(),
        proposed: z.string(),
        /** Other permissions the call asks for. A lasting answer also allows these, with their proposed patterns. */
        also: z.array(z.string()).optional(),
        /** The command line as written, if the call runs one, and whether it would run without a sandbox. */
        command: CommandLine.optional(),
        unsandboxed: z.boolean().optional(),
        preview: z.string().optional(),
        note: z.string().optional(),
        expiresAt: Time,
      })
      .optional(),
    question: z
      .object({
        id: z.string(),
        question: z.string(),
        options: z.array(z.string()),
        gate: z.string().nullable(),
        /** What the gate would approve, for editing. */
        text: z.string(),
        /** What passing the gate allows without further asks, step by step. `approve` with `ask` withholds it. */
        grants: z.array(StepGrant).optional(),
        /** The user's own turn in a panel: a vote on the first line, then the argument. It ends at this time. */
        turn: z.object({ closesAt: Time }).optional(),
      })
      .optional(),
    /** Answered with the `vote` command. The decision waits for it until `closesAt`. */
    vote: z
      .object({ decision: z.string(), topic: z.string(), options: z.array(z.string()), closesAt: Time.nullable() })
      .optional(),
  })
  .meta({ id: 'Pending' })
export type PendingView = z.infer<typeof PendingView>

/** A user's answer to an ask. */
export const ApprovalAnswer = z.object({
  answer: Answer,
  /** With `session` and `always`: the pattern allowed from now on. Default: the proposed one. */
  pattern: z.string().optional(),
  /** With `deny`: passed to the agent. */
  reason: z.string().optional(),
})
