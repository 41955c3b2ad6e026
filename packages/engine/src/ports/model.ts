import type { Finish, Json, ModelRequest, ReportedStep, Usage } from '@convene/domain'
import type { AbortSignal } from '../platform.ts'

/**
 * A failure as data. The adapter decides `retryable`, the domain how often and when to retry. `usage` is the provider's
 * count, or null if it began to answer without reporting one. Without it the call was refused, and costs nothing.
 */
export type ModelFailure = {
  readonly type: 'failed'
  readonly code: FailureCode
  readonly message: string
  readonly retryable: boolean
  readonly retryAfterMs?: number
  readonly usage?: Usage | null
  /** What the call still cost, according to the provider. */
  readonly costUsd?: number
}

/**
 * Named outcomes of a call that gave no answer.
 * `rate_limited` 429 · `overloaded` 529, 503 · `server_error` other 5xx · `timeout` 408, idle or total limit ·
 * `network` refused, reset, name not found · `stream_truncated` ended without a finish marker · `protocol` malformed ·
 * `unauthorized` 401, 403 · `not_found` 404 · `bad_request` other 4xx · `refused` refusal or content filter ·
 * `context_overflow` · `empty_reply` · `circuit_open` · `not_configured` no key or unknown provider ·
 * `over_budget` a shared budget does not allow it
 */
export type FailureCode =
  | 'rate_limited'
  | 'overloaded'
  | 'server_error'
  | 'timeout'
  | 'network'
  | 'stream_truncated'
  | 'protocol'
  | 'unauthorized'
  | 'not_found'
  | 'bad_request'
  | 'refused'
  | 'context_overflow'
  | 'empty_reply'
  | 'circuit_open'
  | 'not_configured'
  | 'over_budget'

/**
 * A part of an answer. A stream that ends without `finish` or `failed` was truncated. A `call` part is complete and
 * parsed. `progress` is tool-call input still being written: not shown, but a sign of life, and billed.
 */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'progress'; readonly text: string }
  /** What a coding agent says that it did itself. */
  | { readonly type: 'step'; readonly step: ReportedStep }
  | {
      readonly type: 'call'
      readonly tool: string
      readonly input: Json
      readonly invalid?: string
      readonly provider?: Json
    }
  | {
      readonly type: 'finish'
      readonly finish: Finish
      readonly usage: Usage | null
      /** What the call cost, according to the provider. Without it, the price table decides. */
      readonly costUsd?: number
      /** Opaque: stored with the reply, and part of its line in later requests. */
      readonly provider?: Json
      /** Only if the request is traced. */
      readonly response?: ModelResponse
    }
  | ModelFailure

/** What a provider says about an answer, needed only for traces. */
export type ModelResponse = {
  readonly id?: string
  readonly model?: string
  /** The server the request went to. */
  readonly address?: string
  readonly reasoningTokens?: number
}

/** Streams one answer. Must not throw: a failure is the last part of the stream. */
export interface Model {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
}
