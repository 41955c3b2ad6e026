import { contract } from '@convene/protocol'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { failure } from '../mount.ts'
import { sessionId } from '../sessions/find.ts'
import { clientStream, type Source } from './client-stream.ts'
import { sessionFeed } from './session-feed.ts'

/** Mounts the two streams. They share their paths with lists: who accepts a stream is given one. */
export function mountFeeds(app: Hono, context: Context): void {
  const { program, changes } = context
  app.get(contract.events.path, async (call, next) => {
    if (!wantsStream(call.req.raw)) return next()
    const query = contract.events.query.safeParse(call.req.query())
    if (!query.success)
      return failure({ code: 'bad_request', message: 'after, limit, cut and deltas must be numbers.' })
    const found = await sessionId(program, call.req.param('id'))
    if (!found.ok) return failure(found.refusal)
    const { after = 0, cut, deltas } = query.data
    const last = Number(call.req.header('last-event-id') ?? Number.NaN)
    const feed = await sessionFeed(program, found.value, { deltas: deltas === '1', cut })
    return streamed(context, feed, Number.isSafeInteger(last) && last >= 0 ? last : after)
  })
  app.get(contract.changes.path, (call, next) =>
    wantsStream(call.req.raw) ? Promise.resolve(streamed(context, changes.source(), 0)) : next(),
  )
}

const wantsStream = (request: Request): boolean => request.headers.get('accept')?.includes('text/event-stream') ?? false

const streamed = ({ program }: Context, source: Source, after: number): Response =>
  new Response(clientStream(source, { after, now: program.now }), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  })
