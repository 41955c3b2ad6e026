import { contract } from '@convene/protocol'
import type { Hono } from 'hono'
import type { RouteContext } from '../context.ts'
import { failureResponse, readQuery } from '../mount.ts'
import { filterOf } from '../sessions/event-filter.ts'
import { sessionId } from '../sessions/find.ts'
import { clientStream, type Source, streamHeaders } from '../stream/client-stream.ts'
import { feedOfSession } from './session-feed.ts'

/** Mounts the two streams. They share their paths with lists: a client that accepts a stream gets one. */
export function mountFeeds(app: Hono, context: RouteContext): void {
  const { program, changes } = context
  app.get(contract.events.path, async (call, next) => {
    if (!wantsStream(call.req.raw)) return next()
    const refusal = await context.caller?.refuse('events')
    if (refusal) return failureResponse(refusal)
    const query = readQuery(contract.events, call.req.raw)
    if (!query.ok) return failureResponse(query.refusal)
    const filter = filterOf(query.value)
    if (!filter.ok) return failureResponse(filter.refusal)
    const found = await sessionId(program, call.req.param('id'))
    if (!found.ok) return failureResponse(found.refusal)
    const { cut, deltas } = query.value
    if (isHead(call.req.raw)) return new Response(null, { headers: streamHeaders })
    const head = await (await program.store()).log.head(found.value)
    const after = Math.min(head, lastSeen(call.req.header('last-event-id')) ?? query.value.after ?? 0)
    const wanted = { deltas: deltas === '1', cut, filter: filter.value }
    return streamed(context, call.req.raw, await feedOfSession(program, found.value, wanted), after)
  })
  app.get(contract.changes.path, async (call, next) => {
    if (!wantsStream(call.req.raw)) return next()
    const refusal = await context.caller?.refuse('changes')
    if (refusal) return failureResponse(refusal)
    return isHead(call.req.raw)
      ? new Response(null, { headers: streamHeaders })
      : streamed(context, call.req.raw, changes.source(), 0)
  })
}

/**
 * The number of the last event a client has seen. Anything but a number is ignored. A number past the end, from a log
 * that was set back, must not hide new events: the stream then starts at the end.
 */
function lastSeen(header: string | undefined): number | undefined {
  const said = header?.trim() ?? ''
  return /^\d{1,15}$/u.test(said) ? Number(said) : undefined
}

/** The body of a HEAD response is never read: a stream would be followed for nothing. */
const isHead = ({ method }: Request): boolean => method === 'HEAD'

const wantsStream = (request: Request): boolean => request.headers.get('accept')?.includes('text/event-stream') ?? false

function streamed({ program, caller }: RouteContext, request: Request, source: Source, after: number): Response {
  const isAllowed = caller && (() => caller.isStill(request))
  const stream = caller?.openStream()
  if (stream && !stream.ok) return failureResponse(stream.refusal)
  const options = { after, now: program.now, ...(isAllowed && { isAllowed }), ...(stream && { ended: stream.value }) }
  return new Response(clientStream(source, options), { headers: streamHeaders })
}
