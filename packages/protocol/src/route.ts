import type { z } from 'zod'

/** A body, or an answer, of plain bytes: a file, a picture. */
export const bytes = 'bytes'
/** An answer of plain text: a document, in a form that the caller asked for. */
export const text = 'text'

/** One call: everything that the server mounts, the client sends and the document says about it. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` stands for a part that the caller gives. */
  readonly path: string
  readonly summary: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType | typeof bytes
  readonly response: z.ZodType | typeof text | typeof bytes
  /** Of a success; 200 if nothing else is said. */
  readonly status?: 201 | 202
  /** Needs no token. */
  readonly open?: true
}

/** The names in a path: `/api/sessions/:id` has `id`. */
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

/** What a caller gives: the parts of the path, the query and the body, in one object. */
export type InputOf<R extends Route> = { readonly [K in PathNames<R['path']>]: string } & QueryOf<R> & BodyOf<R>

/** What a caller is answered. */
export type OutputOf<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : R['response'] extends typeof bytes
    ? Blob
    : string

/** The names in a path, as they stand there. */
export const pathNames = (path: string): readonly string[] =>
  Array.from(path.matchAll(/:(\w+)/gu), ([, name]) => name ?? '')
