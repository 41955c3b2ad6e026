import { StepGrant } from '@convene/domain'
import { z } from 'zod'
import { Time } from '../shared.ts'

/** Something that waits for a person: an ask for a permission, a question, a gate, or their vote. */
export const PendingView = z
  .object({
    /** By which it is answered. */
    id: z.string(),
    session: z.string(),
    title: z.string(),
    kind: z.enum(['ask', 'question', 'gate', 'vote']),
    agent: z.string().nullable(),
    /** Who wants it on whose behalf, the one that asks last. */
    chain: z.array(z.string()),
    since: Time,
    ask: z
      .object({
        id: z.string(),
        tool: z.string(),
        resource: z.string(),
        rule: z.string(),
        proposed: z.string(),
        /** What else of the call asks: an answer that lasts allows it with what is proposed. */
        also: z.array(z.string()).optional(),
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
        /** What a gate would let pass, to be edited. */
        text: z.string(),
        /** What passing the gate allows without another question, step by step; `approve` with `ask` withholds it. */
        grants: z.array(StepGrant).optional(),
      })
      .optional(),
    /** Given with the command `vote`. Until `closesAt` the decision waits for it. */
    vote: z
      .object({ decision: z.string(), topic: z.string(), options: z.array(z.string()), closesAt: Time.nullable() })
      .optional(),
  })
  .meta({ id: 'Pending' })
export type PendingView = z.infer<typeof PendingView>
