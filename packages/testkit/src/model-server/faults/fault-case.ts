import type { Json, Usage } from '@convene/domain'
import type { FailureCode } from '@convene/engine'
import type { Fault } from '../reply.ts'
import type { DialectName } from '../request.ts'
import type { Transmission } from '../transmission.ts'
import type { Wire } from '../wire.ts'

/** What kind of thing goes wrong: the rows of the table of faults. */
export type FaultGroup = 'status' | 'stream' | 'malformed' | 'call' | 'finish' | 'odd'

/** A call that must come out: what is not said here is not compared. */
export type ExpectedCall = { readonly tool: string; readonly input?: Json; readonly invalid?: boolean }

/** How an answer must end for whoever asked. */
export type Expectation = {
  readonly outcome: 'complete' | 'incomplete' | 'retry' | 'fail'
  readonly code?: FailureCode
  /** The text that must have come before the end, whole. */
  readonly text?: string
  /** All calls that come out. A call of a stream without a finish never does. */
  readonly calls?: readonly ExpectedCall[]
  readonly usage?: Usage | null
  /** Milliseconds, from and to; null where none may be reported. */
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
  /** The provider's own package does not read it; our adapter does. */
  readonly forgiven?: true
}

export const all: readonly DialectName[] = ['chat', 'responses', 'messages', 'gemini', 'converse']
/** The dialects of server-sent events; converse has frames with lengths and checksums. */
export const sse: readonly DialectName[] = ['chat', 'responses', 'messages', 'gemini']

export const fault = (name: string, send: (wire: Wire) => Transmission): Fault => ({ kind: 'fault', name, send })

/** What the answers of the catalogue say, in as many pieces as there are words. */
export const SAID = 'Apples are red, grün or yellow.'
export const PARTS = 5

export const complete: Expectation = { outcome: 'complete', text: SAID }
export const truncated: Expectation = { outcome: 'retry', code: 'stream_truncated', calls: [] }
export const network: Expectation = { outcome: 'retry', code: 'network', calls: [] }
export const protocol: Expectation = { outcome: 'retry', code: 'protocol', calls: [] }
export const idle: Expectation = { outcome: 'retry', code: 'timeout', calls: [], needs: 'idle limit' }
