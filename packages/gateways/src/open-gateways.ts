import type { Gateway } from '@convene/host'
import type { GatewayContext } from '@convene/server'
import { Hono } from 'hono'
import { mountA2a } from './a2a/mount-a2a.ts'
import { mountMcp } from './mcp/mount-mcp.ts'
import { mountOpenAi } from './openai/mount-openai.ts'
import { mountHooks } from './webhooks/incoming.ts'

/** Answers other programs that the server has let in. */
export function openGateways({ context, budget }: GatewayContext): Gateway {
  const { program } = context
  const app = new Hono()
  // The server explains failures.
  app.onError((error) => {
    throw error
  })
  mountHooks(app, context)
  const mcp = mountMcp(app, program, budget)
  mountOpenAi(app, program, budget)
  mountA2a(app, program, budget)
  return { fetch: async (request) => app.fetch(request), close: mcp.close }
}
