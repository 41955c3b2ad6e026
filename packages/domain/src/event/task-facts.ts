import { z } from 'zod'
import { Execution } from '../agent/agent.ts'
import { Claim } from '../claim/claim.ts'
import { Allowance, Bound, Budgeted } from '../limits/allowance.ts'
import { CallId, Key, MessageId, TaskId } from '../shared/ids.ts'
import { TaskKind } from './task-kind.ts'

const Count = z.number().int().min(0)

/** Task events: assigned, given more messages, ended. */
export const taskFacts = {
  /** `shows` names messages to quote as earlier responses, `takes` queued ones that this ask delivers. */
  'task.assigned': z.object({
    to: Key,
    from: z.string(),
    description: z.string(),
    /** The user's request this task is part of. The agent reads it before the task. */
    request: z.string().optional(),
    execution: Execution,
    attempt: Count,
    kind: TaskKind,
    place: z.string(),
    /** The agent's own conversation, the same one restarted, or a temporary one. */
    conversation: z.enum(['own', 'restarted', 'fresh']),
    shows: z.array(MessageId).optional(),
    /** Earlier responses that are missing, and why. */
    missing: z.array(z.string()).optional(),
    takes: z.array(MessageId).optional(),
    via: z.enum(['task', 'delegateWork', 'compaction', 'summary', 'decision', 'session']).optional(),
    call: CallId.optional(),
    background: z.boolean().optional(),
    resumes: TaskId.optional(),
    turn: Count.optional(),
    /** The decision it belongs to, with `via: 'decision'`. */
    decision: Key.optional(),
    allowance: Allowance.optional(),
    /** The declared answer it is parsed as. */
    answer: z.string().optional(),
    /** The name of its worktree, if different from its agent's. */
    worktree: z.string().optional(),
  }),
  /** Something said to an agent in the middle of its task: queued messages, reports, or that it must finish now. */
  'task.nudged': z.object({
    text: z.string(),
    takes: z.array(MessageId).optional(),
    closing: z.boolean().optional(),
    /** Why it must finish, if not because of a run limit. */
    bound: Bound.optional(),
    budget: Budgeted.optional(),
    reports: z.boolean().optional(),
  }),
  'task.finished': z.object({
    ok: z.boolean(),
    report: z.string(),
    ms: Count,
    iterations: Count,
    toolCalls: Count,
    tokens: Count,
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    incomplete: z.boolean().optional(),
    /** Which of the task's budgets ended it. */
    budget: Budgeted.optional(),
    bound: Bound.optional(),
    place: z.string(),
    /** What the report claims to have done or seen, and what the events say about that. */
    claims: z.array(Claim).optional(),
  }),
} as const
