import { z } from 'zod'
import { CallId } from '../shared/ids.ts'
import { Json } from '../shared/json.ts'

/** What a tool can touch. `commands` run programs, which touch whatever they like unless a call declares bounds. */
export const ToolReach = z.enum(['files', 'network', 'commands'])
export type ToolReach = z.infer<typeof ToolReach>

/** What the fold and the permission rules must know about a tool. Running it is up to the tool host. */
export const ToolSpec = z.object({
  name: z.string(),
  description: z.string(),
  input: z.record(z.string(), Json),
  permission: z.string(),
  readOnly: z.boolean(),
  /** An empty list reaches nothing. A tool without one reaches everything. Limits on files and hosts depend on it. */
  reaches: z.array(ToolReach).optional(),
  timeoutMs: z.number().int().min(0),
})
export type ToolSpec = z.infer<typeof ToolSpec>

/** A call as the model requested it. `provider` is opaque and is returned to the same provider with the result. */
export const ToolCall = z.object({
  id: CallId,
  tool: z.string(),
  input: Json,
  invalid: z.string().optional(),
  provider: Json.optional(),
})
export type ToolCall = z.infer<typeof ToolCall>

/** A command line as written, in letters that hide nothing, and what the agent says it is for, on one line. */
export const CommandLine = z.object({ line: z.string(), purpose: z.string().optional() })
export type CommandLine = z.infer<typeof CommandLine>

/**
 * What a call would touch: a path, a command, a URL. `escalate` is why it asks even if the rules allow it. A `verdict`
 * is a floor that no rule can lower (built-in safety). `preview` is what the user sees: a diff, a command. `absolute`
 * is the full path of a target inside the workspace: patterns that begin at the root match it. `invalid` means that the
 * call cannot be made at all, and `note` says why: it was not denied. `beyond` is what the call may reach beyond its
 * target, without bounds. `address` is the URL if the target is not one. `alsoAs` are alternative spellings of the
 * target (`rm x` for `/bin/rm x`): rules that ask or deny see them, rules that allow do not. `command` is the command
 * line that the target is part of, and `unsandboxed` says that it would run without a sandbox.
 */
export const Resource = z.object({
  permission: z.string(),
  target: z.string(),
  alsoAs: z.array(z.string()).optional(),
  absolute: z.string().optional(),
  address: z.string().optional(),
  beyond: z.array(ToolReach).optional(),
  note: z.string().optional(),
  escalate: z.string().optional(),
  verdict: z.enum(['ask', 'deny']).optional(),
  invalid: z.boolean().optional(),
  preview: z.string().optional(),
  command: CommandLine.optional(),
  unsandboxed: z.boolean().optional(),
})
export type Resource = z.infer<typeof Resource>

/** A question about a tool's output: the hidden summary agent answers it, and its answer is the call's result. */
export const ToolInquiry = z.object({ question: z.string(), source: z.string() })
export type ToolInquiry = z.infer<typeof ToolInquiry>

/** Something a run has made that the user may look at, keep or revert. */
export const Artifact = z.object({
  kind: z.enum(['report', 'adr', 'diff', 'log', 'test', 'document']),
  title: z.string(),
  path: z.string().optional(),
  text: z.string().optional(),
})
export type Artifact = z.infer<typeof Artifact>

/** What a coding agent says that it did itself, and how it says that it ended. */
export const ReportedStep = z.object({
  kind: z.string(),
  title: z.string(),
  ok: z.boolean(),
  command: z.string().optional(),
  paths: z.array(z.string()).optional(),
  url: z.string().optional(),
  /** The end of what it printed. */
  output: z.string().optional(),
})
export type ReportedStep = z.infer<typeof ReportedStep>
