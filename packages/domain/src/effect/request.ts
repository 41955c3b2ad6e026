import type { Image } from '../image/image.ts'
import type { List } from '../list/list.ts'
import type { Reasoning } from '../reasoning/reasoning.ts'
import type { CallId, SessionId } from '../shared/ids.ts'
import type { Json } from '../shared/json.ts'
import type { ToolCall, ToolSpec } from '../tool/tool.ts'

/** One line of an agent's conversation, as its model sees it. */
export type Line =
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly Image[] }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly calls: readonly ToolCall[]
      /** Opaque: the model that said this finds its own state in it. */
      readonly provider?: Json
    }
  | {
      readonly role: 'tool'
      readonly call: CallId
      readonly tool: string
      readonly ok: boolean
      readonly output: string
      readonly images?: readonly Image[]
      /** The event that has the output as it was, if it is long enough to be shortened. */
      readonly seq?: number
    }

/**
 * One request to a model. `lines` only ever grows between two calls of one conversation, so that what came before
 * is a byte-identical prefix and providers' prompt caches hit.
 */
export type ModelRequest = {
  readonly session: SessionId
  readonly model: string
  readonly system: string
  readonly lines: List<Line>
  readonly tools: readonly ToolSpec[]
  /** Everything that is billed as output. */
  readonly maxOutput: number
  /** How much of it is meant for thinking. */
  readonly thinking?: number
  /** None: the provider's own. */
  readonly reasoning?: Reasoning
  /** None: the provider's own. */
  readonly temperature?: number
  /** The form that a provider with structured output may hold the answer to. Every ask describes it in text too. */
  readonly answer?: {
    readonly name: string
    readonly schema: { readonly [key: string]: Json }
    /** No other call continues this conversation. */
    readonly alone: boolean
  }
  readonly idleMs: number
  readonly workspace: string
  /** The folder that the agent works in: the workspace, or its worktree. */
  readonly directory: string
  /** The name of the worktree, if it has one. */
  readonly worktree?: string
  readonly agent: string
  /** The task that asks. A model that keeps a conversation open tells two tasks of one agent apart by it. */
  readonly conversation: string
  /** As `traceparent`, if the call is traced: providers get it as a header. */
  readonly trace?: string
}
