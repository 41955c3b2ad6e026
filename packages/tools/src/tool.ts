import type { CallId, Resource, SessionId, TaskId, ToolReach } from '@convene/domain'
import type { AbortSignal, ToolOutput } from '@convene/engine'
import type { z } from 'zod'
import type { FolderBounds } from './host/folder-guard.ts'

/** What a tool knows about the call it serves. `workspace` is the real path of the folder the agent works in. */
export type ToolContext = {
  readonly session: SessionId
  readonly task: TaskId
  readonly call: CallId
  readonly agent: string
  readonly workspace: string
  /** What the rules judged, if known: the tool touches this and nothing else. */
  readonly judged?: readonly Resource[]
  /** As `traceparent`, if the call is traced. Passed on to other programs. */
  readonly trace?: string
  /** The only folders that exist for it, if several groups of people share the machine. */
  readonly bounds?: FolderBounds
}

/** A picture for the agent, as raw bytes. The host stores it, or says why it cannot be shown. */
export type ToolPicture = { readonly bytes: Uint8Array; readonly name?: string }

/** What a tool returns to the host. */
export type ToolResult = Omit<ToolOutput, 'images'> & { readonly pictures?: readonly ToolPicture[] }

/** How much of an output the model gets. The rest goes to a file. */
export type OutputLimit = { readonly lines: number; readonly bytes: number }

/**
 * A tool. Its input is already parsed, never raw. `inspect` returns what the call would touch and changes nothing. The
 * rules judge that, and only then is `run` called. Neither throws because of anything outside: a failure is an output
 * that is not ok, in words the model can act on.
 */
export type Tool<Input = unknown> = {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<Input>
  /** Its name in permission rules. */
  readonly permission: string
  readonly readOnly: boolean
  /** What it can touch. Limits on files and hosts follow from this. An empty list means nothing. */
  readonly reaches: readonly ToolReach[] | 'everything'
  /** It works without a workspace although it declares nothing: the program that runs here brought it. */
  readonly needsNoFolder?: boolean
  readonly timeoutMs?: number
  readonly maxOutput?: Partial<OutputLimit>
  inspect(input: Input, context: ToolContext): Promise<readonly Resource[]>
  run(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolResult>
}

/** Tools that are opened together, and a way to end the processes and threads that they have started. */
export type Toolset = { readonly tools: readonly Tool[]; close(): Promise<void> }
