import type { Program } from '@convene/host'
import { ANSWER_HEADER } from '@convene/protocol'
import { Hono } from 'hono'
import type { Calls } from './calls.ts'
import { type Logins, mountLogin, toLogin } from './login/mount-login.ts'
import { openForPeople } from './login/open-code.ts'
import { refusedPage } from './pages/refused-page.ts'
import { entryOfPeople } from './people/entry-of-people.ts'
import { entryOfUser } from './security/entry.ts'
import { type Guard, isCall, markFor } from './security/guard.ts'
import { securityHeaders } from './security/headers.ts'
import { openPage } from './security/open-page.ts'
import type { Ends } from './security/other-user.ts'
import { mountHealth, type Readiness } from './team/health.ts'
import { mountLiveText } from './team/live-text.ts'

export type AppOptions = {
  readonly program: Program
  /** Access control. Omitted for calls through a private pipe, where everyone is answered. */
  readonly guard?: Guard
  /** The folder of the built pages. */
  readonly assets?: string
  /** How people log in. Omitted if there is only one user, who has the token. */
  readonly logins?: Logins | undefined
  /** For processes of a team server: reports health to load balancers and monitors. */
  readonly readiness?: Readiness
}

/** The calls and pages of a program, without a port. */
export type App = Calls

type Entered = { Variables: { calls: Calls }; Bindings: Ends }

/** Checks requests and answers those that are allowed. */
export function createApp({ program, guard, assets, logins, readiness }: AppOptions): App {
  const app = new Hono<Entered>()
  if (readiness) mountHealth(app as unknown as Hono, program, readiness)
  if (readiness) mountLiveText(app as unknown as Hono, program)
  const entry =
    guard && logins ? entryOfPeople({ program, guard, logins, assets }) : entryOfUser({ program, guard, assets })
  app.use(async (call, next) => {
    const { path } = call.req
    const entered = await entry.enter(call.req.raw, path)
    if (entered.ok) {
      call.set('calls', entered.value)
      await next()
    } else {
      const { refusal } = entered
      const mayLogIn = logins && refusal.code === 'unauthorized' && !isCall(path)
      call.res = mayLogIn ? toLogin(path) : refusedPage(path, refusal)
    }
    for (const [name, value] of Object.entries(securityHeaders(path)))
      if (!call.res.headers.has(name)) call.res.headers.set(name, value)
    const mark = guard && markFor(guard, path, call.req.raw.headers)
    if (mark !== undefined) call.res.headers.set(ANSWER_HEADER, mark)
  })
  if (guard)
    app.get('/open', (call) =>
      logins ? openForPeople(guard, logins, call.req.raw, call.env) : openPage(guard, call.req.raw, call.env),
    )
  if (guard && logins) mountLogin(app as unknown as Hono, guard, logins)
  app.all('*', (call) => call.get('calls').fetch(call.req.raw, call.env))
  return { fetch: async (request, ends) => app.fetch(request, ends), close: () => entry.close() }
}
