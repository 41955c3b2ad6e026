import { z } from 'zod'

const Count = z.number().int().min(0)

/**
 * What a mode lets one task do, on top of what its agent's file says: a panelist's turn, a plan step. It narrows:
 * `tools` are names of tools or permissions. Only `lends` widens, for agents whose file gives them no tools.
 */
export const Allowance = z.object({
  tools: z.array(z.string()).optional(),
  lends: z.array(z.string()).optional(),
  /** `auto`: asks are granted in advance, except built-in floors. `ask`: everything that changes something asks. */
  approve: z.enum(['auto', 'ask']).optional(),
  minutes: z.number().positive().optional(),
  tokens: Count.optional(),
  toolCalls: Count.optional(),
  files: Count.optional(),
  iterations: Count.optional(),
  maxOutput: Count.optional(),
  /** The role's default, for an agent that sets none. */
  usualOutput: Count.optional(),
  temperature: z.number().optional(),
  /** Reaching a budget ends the task with the result so far. Otherwise only the calls over it are refused. */
  ends: z.boolean().optional(),
})
export type Allowance = z.infer<typeof Allowance>

/** Which budget ended a task. */
export const Budgeted = z.enum(['minutes', 'tokens', 'tool_calls', 'files'])
export type Budgeted = z.infer<typeof Budgeted>

/** What else ended a task early: its number of replies, or replies that led nowhere. */
export const Bound = z.enum(['iterations', 'no_progress'])
export type Bound = z.infer<typeof Bound>

/** Whether the allowance includes a tool, by its name or by its permission. */
export const allows = ({ tools }: Allowance, tool: { readonly name: string; readonly permission: string }): boolean =>
  tools === undefined || tools.includes(tool.name) || tools.includes(tool.permission)
