import type { Fact } from '../event/event.ts'
import type { Finish } from '../event/facts.ts'
import type { Image } from '../image/image.ts'
import type { CallId, EffectKey, RunId, TaskId } from '../shared/ids.ts'
import type { Json } from '../shared/json.ts'
import type { Artifact, Inquiry, Resource, ToolCall } from '../tool/tool.ts'
import type { Usage } from '../usage/usage.ts'

/** An upper bound of what a model call may use, taken from the budget before it starts. `thinking` is part of `output`. */
export type Reserve = {
  readonly input: number
  /** What the input was estimated at from its characters, before anything learned. */
  readonly estimated?: number
  readonly output: number
  readonly thinking?: number
  readonly costUsd: number | null
}

type Want<K extends string, Rest> = {
  readonly kind: K
  readonly key: EffectKey
  readonly notBefore?: number
} & Readonly<Rest>

/**
 * Something that should be under way. `inspect` asks what a call would touch; a `timer` wants only a time, and a
 * `patient` one does not keep its session in memory. A `capture` looks at the workspace and takes over what was done in a
 * worktree: to do it twice is the same as once, so it has no intent.
 */
export type Effect =
  | Want<
      'model',
      {
        task: TaskId
        agent: string
        attempt: number
        model: string
        timeoutMs: number
        reserve: Reserve
        /** Of a call that has started: it may end when the next run has begun, which must not pay for it. */
        paidBy?: RunId
      }
    >
  | Want<'inspect', { task: TaskId; call: CallId }>
  | Want<'tool', { task: TaskId; call: CallId; attempt: number; timeoutMs: number }>
  | Want<'timer', { notBefore: number; patient?: boolean }>
  | Want<
      'capture',
      { run: number; label: string; step?: string; agent?: string; worktree?: string; files?: readonly string[] }
    >

export type ModelEffect = Extract<Effect, { kind: 'model' }>
export type ToolEffect = Extract<Effect, { kind: 'tool' }>
export type CaptureEffect = Extract<Effect, { kind: 'capture' }>

/**
 * How an effect ended, as the outside tells it. `usage: null`: the provider gave none. `received` is all that arrived of
 * an answer without an end, thoughts and tool input included: what it cost is estimated from that. A failure without
 * `received` and `usage` was refused before the model began, and costs nothing.
 */
export type Outcome =
  | {
      readonly kind: 'reply'
      readonly text: string
      readonly reasoning: string
      readonly calls: readonly Omit<ToolCall, 'id'>[]
      readonly usage: Usage | null
      readonly costUsd?: number
      readonly provider?: Json
      readonly finish: Finish
      readonly ms: number
    }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly retryable: boolean
      readonly retryAfterMs?: number
      readonly partial: string
      readonly received?: string
      readonly usage: Usage | null
      readonly costUsd?: number
      readonly ms: number
    }
  | { readonly kind: 'inspected'; readonly resources: readonly Resource[] }
  | {
      readonly kind: 'output'
      readonly ok: boolean
      readonly output: string
      readonly truncated?: boolean
      readonly artifacts?: readonly Artifact[]
      readonly images?: readonly Image[]
      readonly inquiry?: Inquiry
      readonly ms: number
    }
  | { readonly kind: 'aborted'; readonly partial: string; readonly received?: string; readonly ms: number }
  /** `commit` is the workspace's, if it has one; `refusal` says why a patch could not be made there. */
  | { readonly kind: 'captured'; readonly commit: string | null; readonly patch: string; readonly refusal?: string }

/** Facts that follow at once, or else effects to have under way. Never both: facts first, then ask again. */
export type Step = { readonly record: readonly Fact[]; readonly want: readonly Effect[] }

export const rest: Step = { record: [], want: [] }
export const record = (...facts: readonly Fact[]): Step => ({ record: facts, want: [] })
export const want = (...effects: readonly Effect[]): Step => ({ record: [], want: effects })
