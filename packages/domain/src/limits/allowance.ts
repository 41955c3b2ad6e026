import { z } from 'zod'

const Count = z.number().int().min(0)

/**
 * What a mode lets one task do, beside what its agent's file says: a panelist's turn, a step of a plan. It narrows:
 * `tools` are names of tools or permissions. Only `lends` widens, for agents whose file gives them no tools.
 */
export const Allowance = z.object({
  tools: z.array(z.string()).optional(),
  lends: z.array(z.string()).optional(),
  /** `auto`: asks are granted in advance, built-in floors excepted. `ask`: everything that changes something asks. */
  approve: z.enum(['auto', 'ask']).optional(),
  minutes: z.number().positive().optional(),
  tokens: Count.optional(),
  toolCalls: Count.optional(),
  files: Count.optional(),
  iterations: Count.optional(),
  maxOutput: Count.optional(),
  /** The role's value, for an agent that sets none. */
  usualOutput: Count.optional(),
  temperature: z.number().optional(),
  /** A budget that is reached ends the task with what it has; otherwise only the calls over it are refused. */
  ends: z.boolean().optional(),
})
export type Allowance = z.infer<typeof Allowance>

/** Which budget ended a task. */
export const Budgeted = z.enum(['minutes', 'tokens', 'tool_calls', 'files'])
export type Budgeted = z.infer<typeof Budgeted>

/** What else ended a task before it was done: its number of replies, or replies that led nowhere. */
export const Bound = z.enum(['iterations', 'no_progress'])
export type Bound = z.infer<typeof Bound>

/** Whether a tool belongs to the allowance, by its own name or by its permission. */
export const allows = ({ tools }: Allowance, tool: { readonly name: string; readonly permission: string }): boolean =>
  tools === undefined || tools.includes(tool.name) || tools.includes(tool.permission)
