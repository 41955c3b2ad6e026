import { StorageFailure } from '@convene/engine'
import type { Program } from '@convene/host'
import { contract, type Route } from '@convene/protocol'
import { Hono } from 'hono'
import { mountA2a } from './a2a/mount-a2a.ts'
import { approvalHandlers } from './approvals/approvals.ts'
import type { Context } from './context.ts'
import { decisionHandlers } from './decisions/decisions.ts'
import { evalHandlers } from './evals/evals.ts'
import { exampleHandlers } from './examples/examples.ts'
import { watchChanges } from './feed/changes.ts'
import { mountFeeds } from './feed/feeds.ts'
import { agentHandlers } from './library/agents.ts'
import { teamHandlers } from './library/teams.ts'
import { isLoginPath, type Logins, mountLogin, toLogin } from './login/mount-login.ts'
import { AgentBudget } from './mcp/budget.ts'
import { mountMcp } from './mcp/mount-mcp.ts'
import { failure, mount } from './mount.ts'
import { mountOpenAi } from './openai/mount-openai.ts'
import { mountPages } from './pages/pages.ts'
import { refusedPage } from './pages/refused-page.ts'
import { type Guard, isCall, refuseRequest } from './security/guard.ts'
import { securityHeaders } from './security/headers.ts'
import { openPage } from './security/open-page.ts'
import type { Ends } from './security/other-user.ts'
import { commandHandlers } from './sessions/commands.ts'
import { sessionHandlers } from './sessions/sessions.ts'
import { startHandlers } from './sessions/start.ts'
import { trashHandlers } from './sessions/trash.ts'
import { keyHandlers } from './settings/keys.ts'
import { modelHandlers } from './settings/models.ts'
import { serverHandlers } from './settings/servers.ts'
import { settingsHandlers } from './settings/settings.ts'
import { statusHandlers } from './status/status.ts'
import { mountHealth, type Readiness } from './team/health.ts'
import { mountLiveText } from './team/live-text.ts'
import { mountHooks } from './webhooks/incoming.ts'
import { workspaceHandlers } from './workspaces/workspaces.ts'

export type AppOptions = {
  readonly program: Program
  /** Access control. Not set: everyone is answered, for calls through a private pipe. */
  readonly guard?: Guard
  /** The folder of the built pages. */
  readonly assets?: string
  /** How people log in. Not set: the user with the token is the only one. */
  readonly logins?: Logins | undefined
  /** Set for a process of a team server: it says how it is to load balancers and monitors. */
  readonly readiness?: Readiness
}

/** The calls and pages of a program, without a port. */
export type App = { fetch(request: Request, ends?: Ends): Promise<Response>; close(): void }

const handlers = {
  ...statusHandlers,
  ...sessionHandlers,
  ...trashHandlers,
  ...startHandlers,
  ...commandHandlers,
  ...decisionHandlers,
  ...evalHandlers,
  ...exampleHandlers,
  ...approvalHandlers,
  ...agentHandlers,
  ...teamHandlers,
  ...settingsHandlers,
  ...keyHandlers,
  ...modelHandlers,
  ...serverHandlers,
  ...workspaceHandlers,
}

/** Answers the contract's calls and serves the pages. */
export function createApp({ program, guard, assets, logins, readiness }: AppOptions): App {
  const context: Context = { program, startedAt: program.now(), changes: watchChanges(program), guard }
  const app = new Hono()
  if (readiness) mountHealth(app, program.store, readiness)
  if (readiness) mountLiveText(app, program)
  app.use(async (call, next) => {
    const { path } = call.req
    const open = isOpen(call.req) || (logins !== undefined && isLoginPath(path))
    const refusal = guard && refuseRequest(guard, { path, headers: call.req.raw.headers, open })
    if (refusal)
      call.res = logins && refusal.code === 'unauthorized' && !isCall(path) ? toLogin(path) : refusedPage(path, refusal)
    else await next()
    for (const [name, value] of Object.entries(securityHeaders(path)))
      if (!call.res.headers.has(name)) call.res.headers.set(name, value)
  })
  if (guard) app.get('/open', (call) => openPage(guard, call.req.raw, call.env as Ends | undefined))
  if (guard && logins) mountLogin(app, guard, logins)
  mountFeeds(app, context)
  mountHooks(app, context)
  // Over a private pipe there are no other programs.
  const budget = new AgentBudget()
  const mcp = guard && mountMcp(app, program, budget)
  if (guard) mountOpenAi(app, program)
  if (guard) mountA2a(app, program, budget)
  mount(app, context, handlers)
  app.all('/api/*', (call) => otherwise(call.req))
  mountPages(app, assets)
  app.onError((error) => explain(program, error))
  const close = () => {
    context.changes.close()
    mcp?.close()
  }
  return { fetch: async (request, ends) => app.fetch(request, ends), close }
}

type Asked = { readonly method: string; readonly path: string }

const routes = (Object.values(contract) as Route[]).map(({ method, path, open = false }) => ({
  method,
  open,
  path: new RegExp(`^${path.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u'),
}))

/** Routes that need no token: those the contract marks, and the link that brings one. HEAD is open wherever GET is. */
const isOpen = ({ method, path }: Asked): boolean =>
  path === '/open' ||
  routes.some((route) => route.open && route.method === method.replace('HEAD', 'GET') && route.path.test(path))

/** No handler matched: the path exists with another method, or not at all. */
function otherwise({ method, path }: Asked): Response {
  const known = routes.filter((route) => route.path.test(path)).map((route) => route.method)
  if (known.length === 0) return failure({ code: 'not_found', message: 'Unknown endpoint. See /api/openapi.json.' })
  const allow = [...new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ')
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const refused = failure({ code: 'method_not_allowed', message: `Method not allowed. Use: ${allow}.` })
  refused.headers.set('allow', allow)
  return refused
}

/** Details go to the log file. The caller only learns that it failed, and nothing internal. */
async function explain(program: Program, error: unknown): Promise<Response> {
  if (error instanceof StorageFailure) return failure({ code: 'storage_failed', message: error.message })
  const telemetry = await program.telemetry()
  telemetry.log('error', 'bug', String(error), { stack: error instanceof Error ? error.stack : undefined })
  return failure({ code: 'internal_error', message: `Internal error. Details: ${program.home}/logs.` })
}
