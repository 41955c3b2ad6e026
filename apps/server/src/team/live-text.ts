import type { Program } from '@convene/host'
import type { Hono } from 'hono'
import { clientStream, streamHeaders } from '../feed/client-stream.ts'
import { sessionFeed } from '../feed/session-feed.ts'

/**
 * Tells other servers the words of the answers that are written here. Only they can ask: people's tokens open nothing, and
 * who may see a session is checked by the server that people ask. A server that reads too slowly gets less, and never
 * slows a run.
 */
export function mountLiveText(app: Hono, program: Program): void {
  app.get('/servers/*', async (call) => {
    const { team, log } = await program.store()
    const session = team?.passes.admits(call.req.raw)
    if (session === undefined) return new Response(null, { status: 403 })
    const engine = await program.engine()
    if (!engine.here().includes(session)) return new Response(null, { status: 404 })
    // No event, only their numbers: what is stored is read from the log. The last one tells where the text begins.
    const source = await sessionFeed(program, session, { deltas: true, cut: undefined, filter: { types: [] } })
    const after = (await log.head(session)) - 1
    return new Response(clientStream(source, { after, now: program.now }), { headers: streamHeaders })
  })
}
