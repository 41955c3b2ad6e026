import type { Program } from '@convene/host'
import { ANSWER_HEADER } from '@convene/protocol'
import { Hono } from 'hono'
import type { ServerCalls } from './calls.ts'
import { type EntryRequest, entryOfUser } from './security/entry.ts'
import { type Guard, isCall, markFor } from './security/guard.ts'
import { securityHeaders } from './security/headers.ts'
import { openPage } from './security/open-page.ts'
import type { Ends } from './security/other-user.ts'
import { refusedPage } from './security/refused-page.ts'

export type ServerAppOptions = {
  readonly program: Program
  /** Access control. Omitted for calls through a private pipe, where everyone is answered. */
  readonly guard?: Guard
  /** The folder of the built pages. */
  readonly assets?: string
  /** How people come in, if several share the server. Omitted if there is only one user, who has the token. */
  readonly door?: Door
}

/** The calls and pages of a program, without a port. */
export type ServerApp = ServerCalls

/** The routes of an app. The caller's own calls are in `calls`, once they are let in. */
export type Routes = Hono<{ Variables: { calls: ServerCalls }; Bindings: Ends }>

/** How several people come in. */
export type Door = {
  readonly entry: EntryRequest
  /** What is answered without looking at who asks, such as health checks. */
  mountOutside(routes: Routes): void
  /** The pages of logging in, and `/open`, which lets the holder of a link in. */
  mountLogin(routes: Routes): void
  /** The answer to someone who opens a page without being logged in. */
  toLogin(path: string): Response
}

/** Checks requests and answers those that are allowed. */
export function createApp({ program, guard, assets, door }: ServerAppOptions): ServerApp {
  const app: Routes = new Hono()
  door?.mountOutside(app)
  const entry = door?.entry ?? entryOfUser({ program, guard, assets })
  app.use(async (call, next) => {
    const { path } = call.req
    const entered = await entry.enter(call.req.raw, path)
    if (entered.ok) {
      call.set('calls', entered.value)
      await next()
    } else {
      const { refusal } = entered
      const mayLogIn = door && refusal.code === 'unauthorized' && !isCall(path)
      call.res = mayLogIn ? door.toLogin(path) : refusedPage(path, refusal)
    }
    for (const [name, value] of Object.entries(securityHeaders(path)))
      if (!call.res.headers.has(name)) call.res.headers.set(name, value)
    const mark = guard && markFor(guard, path, call.req.raw.headers)
    if (mark !== undefined) call.res.headers.set(ANSWER_HEADER, mark)
  })
  if (door) door.mountLogin(app)
  else if (guard) app.get('/open', (call) => openPage(guard, call.req.raw, call.env))
  app.all('*', (call) => call.get('calls').fetch(call.req.raw, call.env))
  return { fetch: async (request, ends) => app.fetch(request, ends), close: () => entry.close() }
}
