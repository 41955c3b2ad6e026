import type { AgentBudget, Gateway } from '@convene/host'
import { contract } from '@convene/protocol'
import type { Hono } from 'hono'
import type { RouteContext } from '../context.ts'
import { failureResponse } from '../mount.ts'
import { A2A_PATH, CARD_PATH, MCP_PATH } from '../security/guard.ts'

/** What the optional package for other programs works with. */
export type GatewayContext = { readonly context: RouteContext; readonly budget: AgentBudget }

/** Paths for other programs, and what the list of optional packages calls them. */
const forPrograms = [
  { method: 'ALL', path: MCP_PATH, name: '/mcp' },
  { method: 'ALL', path: '/v1/*', name: '/v1' },
  { method: 'POST', path: A2A_PATH, name: '/a2a' },
  { method: 'GET', path: CARD_PATH, name: '/a2a' },
]
const hooks = { method: 'POST', path: contract.hook.path, name: '/api/hooks' }

/** Answers other programs. The package that can is loaded with the first request. Over a private pipe there are none. */
export function mountGateways(app: Hono, given: GatewayContext): { close(): void } {
  const { extensions } = given.context.program
  let gateway: Promise<Gateway | undefined> | undefined
  const open = async () => (await extensions.parts('gateways'))[0]?.open(given as never)
  for (const { method, path, name } of given.context.guard ? [...forPrograms, hooks] : [hooks])
    app.on(method, path, async (call) => {
      gateway ??= open()
      const opened = await gateway.catch((error: unknown) => {
        // The next request tries again: the package may have been repaired.
        gateway = undefined
        throw error
      })
      if (opened) return opened.fetch(call.req.raw)
      const why = await extensions.whyMissing('gateways', name)
      return failureResponse({ code: 'missing_package', message: why ?? `Nothing answers "${name}" here.` })
    })
  return { close: () => void gateway?.then((opened) => opened?.close()).catch(() => undefined) }
}
