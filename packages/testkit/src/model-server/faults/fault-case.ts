import type { Json, Usage } from '@convene/domain'
import type { FailureCode } from '@convene/engine'
import type { Fault } from '../reply.ts'
import type { DialectName } from '../request.ts'
import type { Transmission } from '../transmission.ts'
import type { Wire } from '../wire.ts'

/** The kind of fault: the rows of the fault table. */
export type FaultGroup = 'status' | 'stream' | 'malformed' | 'call' | 'finish' | 'odd'

/** An expected call. Anything not set is not compared. */
export type ExpectedCall = { readonly tool: string; readonly input?: Json; readonly invalid?: boolean }

/** How an answer must end for the caller. */
export type Expectation = {
  readonly outcome: 'complete' | 'incomplete' | 'retry' | 'fail'
  readonly code?: FailureCode
  /** The complete text expected before the end. */
  readonly text?: string
  /** All calls expected. A call in a stream without a finish never counts. */
  readonly calls?: readonly ExpectedCall[]
  readonly usage?: Usage | null
  /** Milliseconds, from and to. Null if none may be reported. */
  readonly retryAfterMs?: readonly [from: number, to: number] | null
  /** Only this ends the stream: set it low. The idle limit is the request's, the total limit is an abort. */
  readonly needs?: 'idle limit' | 'total limit'
}

export type FaultCase = {
  readonly name: string
  readonly group: FaultGroup
  readonly dialects: readonly DialectName[]
  readonly fault: Fault
  readonly expect: Expectation
  /** The provider's own package cannot read it, but our adapter can. */
  readonly forgiven?: true
}

export const all: readonly DialectName[] = ['chat', 'responses', 'messages', 'gemini', 'converse']
/** The dialects with server-sent events. Converse uses frames with lengths and checksums. */
export const sse: readonly DialectName[] = ['chat', 'responses', 'messages', 'gemini']

export const fault = (name: string, send: (wire: Wire) => Transmission): Fault => ({ kind: 'fault', name, send })

/** The text of the catalogue's answers, in one piece per word. */
export const CATALOGUE_TEXT = 'Apples are red, grün or yellow.'
export const PARTS = 5

export const complete: Expectation = { outcome: 'complete', text: CATALOGUE_TEXT }
export const truncated: Expectation = { outcome: 'retry', code: 'stream_truncated', calls: [] }
export const network: Expectation = { outcome: 'retry', code: 'network', calls: [] }
export const protocol: Expectation = { outcome: 'retry', code: 'protocol', calls: [] }
export const idle: Expectation = { outcome: 'retry', code: 'timeout', calls: [], needs: 'idle limit' }
