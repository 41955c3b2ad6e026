import type { Json } from '@convene/domain'
import type { Answer } from './answer.ts'
import type { Dialect, ErrorKind, Frame } from './dialect.ts'
import { fullAnswer } from './full-answer.ts'
import type { ServerRequest } from './request.ts'
import { type Act, type Transmission, write } from './transmission.ts'

type Headers = { readonly [name: string]: string }

/** One request in its dialect, for writing replies and faults. */
export type Wire = {
  readonly dialect: Dialect
  readonly request: ServerRequest
  frames(answer: Answer): readonly Frame[]
  whole(answer: Answer): Json
  encode(frame: Frame): Uint8Array
  /** A 200 with an event stream. */
  streaming(acts: readonly Act[], headers?: Headers): Transmission
  json(status: number, body: Json, headers?: Headers): Transmission
  error(kind: ErrorKind, status: number, headers?: Headers): Transmission
}

export function wireOf(dialect: Dialect, request: ServerRequest): Wire {
  const json = (status: number, body: Json, headers: Headers = {}): Transmission => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    acts: [write(JSON.stringify(body))],
  })
  return {
    dialect,
    request,
    frames: (answer) => dialect.stream(fullAnswer(answer, request), request),
    whole: (answer) => dialect.whole(fullAnswer(answer, request), request),
    encode: (frame) => dialect.encode(frame),
    streaming: (acts, headers = {}) => ({
      status: 200,
      headers: { 'content-type': dialect.contentType, 'cache-control': 'no-cache', ...headers },
      acts,
    }),
    json,
    error: (kind, status, headers) => json(status, dialect.error(kind, status, request.model), headers),
  }
}
