import type { z } from 'zod'

/** A body or response of raw bytes: a file, an image. */
export const bytes = 'bytes'
/** A plain text response: a document in the requested format. */
export const text = 'text'

/** One call: what the server mounts, the client sends and the document describes. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` is a parameter the caller provides. */
  readonly path: string
  readonly summary: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType | typeof bytes
  readonly response: z.ZodType | typeof text | typeof bytes
  /** The status for success. Default: 200. */
  readonly status?: 201 | 202
  /** Requires no token. */
  readonly open?: true
}

/** The parameter names in a path: `/api/sessions/:id` has `id`. */
export type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type QueryOf<R extends Route> = R['query'] extends z.ZodObject ? z.input<R['query']> : unknown
type BodyOf<R extends Route> = R['body'] extends z.ZodType
  ? z.input<R['body']>
  : R['body'] extends typeof bytes
    ? { readonly file: Uint8Array | Blob }
    : unknown

/** The input of a call: path parameters, query and body in one object. */
export type InputOf<R extends Route> = { readonly [K in PathNames<R['path']>]: string } & QueryOf<R> & BodyOf<R>

/** The output of a call. */
export type OutputOf<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : R['response'] extends typeof bytes
    ? Blob
    : string

/** The parameter names in a path. */
export const pathNames = (path: string): readonly string[] =>
  Array.from(path.matchAll(/:(\w+)/gu), ([, name]) => name ?? '')
