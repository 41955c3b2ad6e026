import type { Artifact, CallId, Image, Json, Resource, SessionId, TaskId, ToolInquiry } from '@convene/domain'
import type { AbortSignal } from '../platform.ts'

export type ToolRequest = {
  readonly session: SessionId
  readonly task: TaskId
  readonly call: CallId
  readonly tool: string
  readonly input: Json
  readonly workspace: string
  /** The agent's own folder, if it has one: its tools work there instead of the workspace. */
  readonly directory?: string
  /** The name of that folder: an agent's, or a plan step's. */
  readonly worktree?: string
  /** The worktree of the run's build, which the others begin with. */
  readonly build?: string
  readonly agent: string
  /** How many characters of the output the agent gets, if its file sets a limit. */
  readonly maxOutput?: number
  /** For a run: what the rules have judged. The call may touch only this. */
  readonly resources?: readonly Resource[]
  /** The `traceparent`, if the call is traced. */
  readonly trace?: string
}

export type ToolOutput = {
  readonly ok: boolean
  readonly output: string
  readonly truncated?: boolean
  readonly artifacts?: readonly Artifact[]
  /** Shown to the agent with the text. The host has stored their bytes. */
  readonly images?: readonly Image[]
  /** A question to answer from the output. */
  readonly inquiry?: ToolInquiry
}

/** Runs tools. Must not throw: a failure is an output that is not ok. */
export interface ToolHost {
  /** What the call would touch: shell grammar, real paths, resolved names. Changes nothing. */
  inspect(call: ToolRequest): Promise<readonly Resource[]>
  run(call: ToolRequest, signal: AbortSignal): Promise<ToolOutput>
}
