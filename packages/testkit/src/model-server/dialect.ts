import type { Json } from '@convene/domain'
import type { FullAnswer } from './full-answer.ts'
import type { DialectName, ParsedRequest, ServerRequest } from './request.ts'

/**
 * The purpose of a frame, named the same in every dialect, so a fault can say where it strikes: `open` before any
 * content, `finish` the marker of a complete answer, `done` what follows it.
 */
export type FrameKind = 'open' | 'ping' | 'reasoning' | 'text' | 'call' | 'close' | 'finish' | 'usage' | 'done'

/** One event of a stream. `data` is written as JSON, or unchanged if it is a string. */
export type Frame = { readonly kind: FrameKind; readonly event?: string; readonly data: Json }

/** What went wrong, named the same in every dialect. */
export type ErrorKind =
  | 'bad_request'
  | 'overflow'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'timeout'
  | 'too_large'
  | 'rate_limited'
  | 'quota'
  | 'server_error'
  | 'overloaded'

/** The wire format of one service. */
export type Dialect = {
  readonly name: DialectName
  readonly contentType: string
  read(body: Json, path: string): ParsedRequest
  stream(answer: FullAnswer, request: ServerRequest): readonly Frame[]
  whole(answer: FullAnswer, request: ServerRequest): Json
  /** One frame as bytes. */
  encode(frame: Frame): Uint8Array
  /** The body of an error status. */
  error(kind: ErrorKind, status: number, model: string): Json
  /** The same error in the middle of a stream that started with 200. */
  errorFrame(kind: ErrorKind, status: number, model: string): Frame
  /** What this service sends while it reasons: a comment, a ping or an empty delta. */
  readonly keepAlive: Uint8Array
}

/** A server-sent event. `newline` is `\r\n` for Google. */
export function sseFrame(frame: Frame, newline = '\n'): Uint8Array {
  const data = typeof frame.data === 'string' ? frame.data : JSON.stringify(frame.data)
  const event = frame.event ? `event: ${frame.event}${newline}` : ''
  return Buffer.from(`${event}data: ${data}${newline}${newline}`)
}
