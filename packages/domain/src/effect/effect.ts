import type { Check, CheckResult, Moment } from '../check/check.ts'
import type { MergeConflict } from '../event/build-facts.ts'
import type { Fact } from '../event/event.ts'
import type { Finish } from '../event/facts.ts'
import type { Image } from '../image/image.ts'
import type { CallId, EffectKey, RunId, TaskId } from '../shared/ids.ts'
import type { Json } from '../shared/json.ts'
import type { Artifact, ReportedStep, Resource, ToolCall, ToolInquiry } from '../tool/tool.ts'
import type { Usage } from '../usage/usage.ts'

/** The most a model call may use, reserved from the budget before it starts. `thinking` is part of `output`. */
export type Reserve = {
  readonly input: number
  /** The input estimated from its characters, before any correction learned from earlier calls. */
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
 * Something that should be running. `inspect` asks what a call would touch. A `timer` only needs a time, and a
 * `patient` one does not keep its session in memory. A `capture` looks at the workspace and applies the work done in a
 * worktree: doing it twice is the same as once, so it has no intent. A `check` changes nothing, so it runs again if it
 * was cut off. It has an intent because it takes long, and people see it.
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
        /** Set once a call has started: it may end after the next run has begun, which must not pay for it. */
        paidBy?: RunId
      }
    >
  | Want<'inspect', { task: TaskId; call: CallId }>
  | Want<'tool', { task: TaskId; call: CallId; attempt: number; timeoutMs: number }>
  | Want<'timer', { notBefore: number; patient?: boolean }>
  | Want<
      'capture',
      {
        run: number
        label: string
        step?: string
        agent?: string
        worktree?: string
        files?: readonly string[]
        /** The candidate of the step whose changes are only read. */
        candidate?: { name: string; attempt: number }
      }
    >
  | Want<
      'check',
      {
        run: number
        check: Check
        moment: Moment
        /** The name of the state that it compares with: the files as they were before the step. */
        since: string
        /** Others work on the same files, so it cannot tell whose change it sees. */
        shared?: boolean
        /** The worktree whose files are checked, if not the workspace's. */
        worktree?: string
        /** Nobody was asked: it runs only if the rules allow it. */
        unasked?: boolean
        step?: string
        timeoutMs: number
      }
    >

export type ModelEffect = Extract<Effect, { kind: 'model' }>
export type ToolEffect = Extract<Effect, { kind: 'tool' }>
export type CaptureEffect = Extract<Effect, { kind: 'capture' }>
export type CheckEffect = Extract<Effect, { kind: 'check' }>

/**
 * How an effect ended, as reported from outside. `usage: null`: the provider reported none. `received` is everything
 * that arrived of an unfinished answer, including thoughts and tool input: its cost is estimated from that. A failure
 * without `received` and `usage` was refused before the model began, and costs nothing.
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
      readonly steps?: readonly ReportedStep[]
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
      readonly inquiry?: ToolInquiry
      readonly ms: number
    }
  | { readonly kind: 'aborted'; readonly partial: string; readonly received?: string; readonly ms: number }
  /** `commit` is the workspace's, if it has one. `refusal` says why a patch could not be applied there. */
  | {
      readonly kind: 'captured'
      readonly commit: string | null
      readonly patch: string
      readonly refusal?: string
      readonly conflict?: MergeConflict
    }
  | ({ readonly kind: 'checked' } & Omit<CheckResult, 'effect' | 'check' | 'moment'>)

/** Facts to record now, or else effects that should be running. Never both: record the facts, then ask again. */
export type Step = { readonly record: readonly Fact[]; readonly want: readonly Effect[] }

export const rest: Step = { record: [], want: [] }
export const record = (...facts: readonly Fact[]): Step => ({ record: facts, want: [] })
export const want = (...effects: readonly Effect[]): Step => ({ record: [], want: effects })
