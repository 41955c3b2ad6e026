import type { Image } from '../image/image.ts'
import type { List } from '../list/list.ts'
import type { Reasoning } from '../reasoning/reasoning.ts'
import type { CallId, SessionId } from '../shared/ids.ts'
import type { Json } from '../shared/json.ts'
import type { ToolCall, ToolSpec } from '../tool/tool.ts'

/** One line of an agent's conversation, as its model sees it. */
export type ContextLine =
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly Image[] }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly calls: readonly ToolCall[]
      /** Opaque state for the model that said this. */
      readonly provider?: Json
    }
  | {
      readonly role: 'tool'
      readonly call: CallId
      readonly tool: string
      readonly ok: boolean
      readonly output: string
      readonly images?: readonly Image[]
      /** The event with the full output, if it is long enough to be shortened. */
      readonly seq?: number
    }

/**
 * One request to a model. Between two calls in a conversation `lines` only grows, so everything earlier is a
 * byte-identical prefix and hits the provider's prompt cache.
 */
export type ModelRequest = {
  readonly session: SessionId
  readonly model: string
  readonly system: string
  readonly lines: List<ContextLine>
  readonly tools: readonly ToolSpec[]
  /** Everything billed as output. */
  readonly maxOutput: number
  /** How much of it is for thinking. */
  readonly thinking?: number
  /** Unset: the provider's default. */
  readonly reasoning?: Reasoning
  /** Unset: the provider's default. */
  readonly temperature?: number
  /** The form that a provider with structured output can enforce. Every ask also describes it in text. */
  readonly answer?: {
    readonly name: string
    readonly schema: { readonly [key: string]: Json }
    /** No other call continues this conversation. */
    readonly alone: boolean
  }
  readonly idleMs: number
  readonly workspace: string
  /** The agent's folder: the workspace, or its worktree. */
  readonly directory: string
  /** The name of the worktree, if it has one. */
  readonly worktree?: string
  /** The worktree of the run's build, which the others begin with. */
  readonly build?: string
  readonly agent: string
  /** The requesting task. A model that keeps conversations open uses it to tell two tasks of one agent apart. */
  readonly conversation: string
  /** The `traceparent`, if the call is traced: providers get it as a header. */
  readonly trace?: string
}
