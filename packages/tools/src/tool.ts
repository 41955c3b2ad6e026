import type { CallId, Reach, Resource, SessionId, TaskId } from '@convene/domain'
import type { AbortSignal, ToolOutput } from '@convene/engine'
import type { z } from 'zod'

/** What a tool knows of the call it serves. `workspace` is the real path of the folder the agent works in. */
export type ToolContext = {
  readonly session: SessionId
  readonly task: TaskId
  readonly call: CallId
  readonly agent: string
  readonly workspace: string
  /** What the rules were asked about, where known: a tool touches this and nothing else. */
  readonly judged?: readonly Resource[]
  /** As `traceparent`, if the call is traced. Other programs get it too. */
  readonly trace?: string
}

/** A picture for the agent, as its bytes are. The host keeps it, or says why it cannot be shown. */
export type Picture = { readonly bytes: Uint8Array; readonly name?: string }

/** What a tool gives back to the host. */
export type ToolResult = Omit<ToolOutput, 'images'> & { readonly pictures?: readonly Picture[] }

/** How much of an output the model gets; the rest goes to a file. */
export type OutputLimit = { readonly lines: number; readonly bytes: number }

/**
 * A tool as it is written: input that has been parsed, never raw. `inspect` says what the call would touch and changes
 * nothing; the rules judge that, and only then `run` is called. Neither throws for what the outside does: a failure is an
 * output that is not ok, in words the model can act on.
 */
export type Tool<Input = unknown> = {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<Input>
  /** The word that permission rules use for it. */
  readonly permission: string
  readonly readOnly: boolean
  /** What it can touch: limits on files and hosts follow from this. An empty list touches nothing. */
  readonly reaches: readonly Reach[] | 'everything'
  readonly timeoutMs?: number
  readonly maxOutput?: Partial<OutputLimit>
  inspect(input: Input, context: ToolContext): Promise<readonly Resource[]>
  run(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolResult>
}
