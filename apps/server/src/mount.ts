import { type Json, type Refusal, type Result, refuse } from '@convene/domain'
import { bytes, type Contract, contract, type Failure, type Route, type RouteName, text } from '@convene/protocol'
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { Document, Handlers, RouteContext, ServedImage } from './context.ts'
import { readBody } from './read-body.ts'
import { statusCodeOf } from './status-codes.ts'
import { unknownFields } from './unknown-fields.ts'

const MOST_JSON = 1_048_576
const MOST_FILE = 20 * 1_048_576

type Mounted = Exclude<RouteName, 'hook'>
type AnyHandler = (context: RouteContext, given: unknown) => Promise<Result<unknown>>

/** Mounts every call of the contract: input is validated by it, and responses get its status. */
export function mount(app: Hono, context: RouteContext, handlers: Handlers<Mounted>): void {
  for (const name of Object.keys(handlers) as Mounted[]) {
    const route: Contract[Mounted] & Route = contract[name]
    app.on(route.method, route.path, async (call) => {
      const refusal = await context.caller?.refuse(name, call.req.param('id'))
      if (refusal) return failureResponse(refusal)
      const given = await readGiven(route, call.req.raw, call.req.param())
      if (!given.ok) return failureResponse(given.refusal)
      const answered = await (handlers[name] as AnyHandler)({ ...context, headers: call.req.raw.headers }, given.value)
      if (!answered.ok) return failureResponse(answered.refusal)
      await context.caller?.audit({ name, given: given.value, answer: answered.value })
      return success(route, answered.value)
    })
  }
}

/** A refusal in the format of every call. */
export function failureResponse(refusal: Refusal & { readonly details?: Json }): Response {
  const { code, message, details } = refusal
  const body: Failure = { error: { code, message, ...(details !== undefined && { details }) } }
  return Response.json(body, { status: statusCodeOf(refusal) })
}

function success(route: Route, value: unknown): Response {
  if (route.response === bytes) return picture(value as ServedImage)
  if (route.response !== text) return Response.json(value, { status: route.status ?? 200 })
  const { text: written, mediaType, name } = value as Document
  return new Response(written, {
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/gu, '_')}"`,
    },
  })
}

/** The type was detected when the bytes were stored. Browsers must not guess it again. */
const picture = ({ bytes: body, mediaType }: ServedImage): Response =>
  new Response(body as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': mediaType, 'content-length': String(body.length), 'x-content-type-options': 'nosniff' },
  })

type Fields = { readonly [name: string]: unknown }

async function readGiven(route: Route, request: Request, path: Fields): Promise<Result<Fields>> {
  const query = readQuery(route, request)
  if (!query.ok) return query
  if (route.body === undefined) return fine({ ...path, ...query.value })
  if (route.body === bytes) {
    const file = await readBody(request, MOST_FILE)
    return file.ok ? fine({ ...path, ...query.value, file: file.value }) : file
  }
  const body = await readJson(route.body, request)
  return body.ok ? fine({ ...query.value, ...body.value, ...path }) : body
}

const fine = (value: Fields): Result<Fields> => ({ ok: true, value })

/** Parses the query. Unknown or repeated names are errors, not ignored. */
export function readQuery<Q extends z.ZodType>(route: { readonly query?: Q }, request: Request): Result<z.output<Q>> {
  const given = [...new URL(request.url).searchParams]
  const names = given.map(([name]) => name)
  const known = Object.keys((route as Route).query?.shape ?? {})
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return refuse('bad_request', `Unknown query parameter "${unknown}". Known: ${known.join(', ') || 'none'}.`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return refuse('bad_request', `The query parameter "${twice}" occurs twice.`)
  return (route.query ? check(route.query, Object.fromEntries(given)) : fine({})) as Result<z.output<Q>>
}

/** A form on another site cannot send this content type, so nothing it sends is read. */
async function readJson(schema: z.ZodType, request: Request): Promise<Result<Fields>> {
  if (!/^application\/json\b/iu.test(request.headers.get('content-type') ?? ''))
    return refuse('bad_media_type', 'The body must be JSON, with content-type application/json.')
  const body = await readBody(request, MOST_JSON)
  if (!body.ok) return body
  try {
    return check(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body.value)))
  } catch {
    return refuse('bad_json', 'Invalid JSON.')
  }
}

function check(schema: z.ZodType, value: unknown): Result<Fields> {
  const parsed = schema.safeParse(value)
  const unknown = parsed.success ? unknownFields(value, parsed.data) : []
  if (unknown.length > 0) {
    const names = unknown.slice(0, 10).map((name) => `"${name}"`)
    return refuse('bad_request', `Unknown field ${names.join(', ')}. For known fields, see /api/openapi.json.`)
  }
  if (parsed.success) return fine(parsed.data as Fields)
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
  return refuse('bad_request', issues.slice(0, 10).join('\n'))
}
