import { clientStream, feedOfSession, streamHeaders } from '@convene/server'
import type { Env, Hono } from 'hono'
import type { TeamProgram } from '../program.ts'

/**
 * Streams live text of runs on this server to other servers. Only servers can ask: people's tokens do not work here,
 * and the server that people call checks who may see a session. A server that reads too slowly gets less, but never
 * slows a run.
 */
export function mountLiveText<E extends Env>(app: Hono<E>, program: TeamProgram): void {
  app.get('/servers/*', async (call) => {
    const { passes, log } = await program.team()
    const session = passes.admits(call.req.raw)
    if (session === undefined) return new Response(null, { status: 403 })
    const engine = await program.engine()
    if (!engine.here().includes(session)) return new Response(null, { status: 404 })
    // Sends only event numbers, because events are read from the log. The last number says where the text begins.
    const source = await feedOfSession(program, session, { deltas: true, cut: undefined, filter: { types: [] } })
    const after = (await log.head(session)) - 1
    return new Response(clientStream(source, { after, now: program.now }), { headers: streamHeaders })
  })
}
