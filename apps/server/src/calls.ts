import { StorageFailure } from '@convene/engine'
import { AgentBudget, type Program } from '@convene/host'
import { contract, type PeopleRoute, type Route } from '@convene/protocol'
import { Hono } from 'hono'
import { approvalHandlers } from './approvals/approvals.ts'
import { buildHandlers } from './build/build.ts'
import type { Caller } from './callers/caller.ts'
import { answersOfOneUser } from './callers/one-user.ts'
import { whileAllowed } from './callers/while-allowed.ts'
import type { Handlers, RouteContext } from './context.ts'
import { decisionHandlers } from './decisions/decisions.ts'
import { exampleHandlers } from './examples/examples.ts'
import type { SessionListChanges } from './feed/changes.ts'
import { mountFeeds } from './feed/feeds.ts'
import { mountGateways } from './gateways/mount-gateways.ts'
import { agentHandlers } from './library/agents.ts'
import { teamHandlers } from './library/teams.ts'
import { failureResponse, mount } from './mount.ts'
import { optionalCalls } from './optional/optional-calls.ts'
import { mountPages } from './pages/pages.ts'
import { type Guard, isForAgents } from './security/guard.ts'
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
import { workspaceHandlers } from './workspaces/workspaces.ts'

/** The calls and pages of a program, without a port. */
export type ServerCalls = { fetch(request: Request, ends?: Ends): Promise<Response>; close(): void }

export type CallsOptions = {
  readonly program: Program
  readonly guard: Guard | undefined
  readonly assets: string | undefined
  readonly changes: SessionListChanges
  /** Who calls, and the answers to calls about people, if several share the server. */
  readonly caller?: Caller
  readonly people?: Handlers<PeopleRoute | 'openCode'>
}

const handlers = {
  ...statusHandlers,
  ...sessionHandlers,
  ...trashHandlers,
  ...startHandlers,
  ...commandHandlers,
  ...buildHandlers,
  ...decisionHandlers,
  ...optionalCalls('grading', 'grade'),
  ...exampleHandlers,
  ...approvalHandlers,
  ...agentHandlers,
  ...teamHandlers,
  ...settingsHandlers,
  ...keyHandlers,
  ...modelHandlers,
  ...serverHandlers,
  ...workspaceHandlers,
  ...answersOfOneUser,
}

/** Answers the contract's calls and serves the pages, without checking access. */
export function serverCalls({ program, guard, assets, changes, caller, people }: CallsOptions): ServerCalls {
  const context: RouteContext = { program, startedAt: program.now(), changes, guard, caller }
  const app = new Hono()
  app.use(async (call, next) => {
    const { path, raw } = call.req
    const action = isForAgents(path) ? 'programs' : path.startsWith('/api/') ? undefined : 'page'
    const refusal = action && (await caller?.refuse(action))
    if (refusal) return failureResponse(refusal)
    await next()
    if (caller && isForAgents(path)) call.res = whileAllowed(call.res, () => caller.isStill(raw))
    return undefined
  })
  mountFeeds(app, context)
  const gateways = mountGateways(app, { context, budget: caller?.budget ?? new AgentBudget() })
  mount(app, context, { ...handlers, ...people })
  app.all('/api/*', (call) => otherwise(call.req))
  mountPages(app, assets)
  app.onError((error) => explain(program, error))
  return { fetch: async (request, ends) => app.fetch(request, ends), close: gateways.close }
}

type RequestLine = { readonly method: string; readonly path: string }

const routes = (Object.values(contract) as Route[]).map(({ method, path, open = false }) => ({
  method,
  open,
  path: new RegExp(`^${path.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u'),
}))

/** Routes that need no token: those marked in the contract, and the login link. HEAD is open if GET is. */
export const isOpenToAll = ({ method, path }: RequestLine): boolean =>
  path === '/open' ||
  routes.some((route) => route.open && route.method === method.replace('HEAD', 'GET') && route.path.test(path))

/** No handler matched: the path exists with another method, or not at all. */
function otherwise({ method, path }: RequestLine): Response {
  const known = routes.filter((route) => route.path.test(path)).map((route) => route.method)
  if (known.length === 0)
    return failureResponse({ code: 'not_found', message: 'Unknown endpoint. See /api/openapi.json.' })
  const allow = [...new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ')
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const refused = failureResponse({ code: 'method_not_allowed', message: `Method not allowed. Use: ${allow}.` })
  refused.headers.set('allow', allow)
  return refused
}

/** Details go to the log file. The caller only learns that the call failed. */
async function explain(program: Program, error: unknown): Promise<Response> {
  if (error instanceof StorageFailure) return failureResponse({ code: 'storage_failed', message: error.message })
  const telemetry = await program.telemetry()
  telemetry.log('error', 'bug', String(error), { stack: error instanceof Error ? error.stack : undefined })
  const where = program.folders ? 'the logs of the server' : `${program.home}/logs`
  return failureResponse({ code: 'internal_error', message: `Internal error. Details: ${where}.` })
}
