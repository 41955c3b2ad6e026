import type { AgentBudget, Program } from '@convene/host'
import { MCP_PATH } from '@convene/server'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { Hono } from 'hono'
import { mcpServerFactory } from './mcp-server.ts'

const MOST_BYTES = 1_048_576

/**
 * Answers MCP clients over HTTP. Loaded with the first request. Their teams are read-only and wait for the user here.
 */
export function mountMcp(app: Hono, program: Program, budget: AgentBudget): { close(): void } {
  let handler: Promise<McpHttpHandler> | undefined
  const load = async () => {
    const { createMcpHandler } = await import('@modelcontextprotocol/server')
    return createMcpHandler(await mcpServerFactory({ program, allowChanges: false, forms: false, budget }), {
      maxRequestBodySize: MOST_BYTES,
    })
  }
  app.all(MCP_PATH, async (call) => {
    handler ??= load()
    return (await handler).fetch(call.req.raw)
  })
  return { close: () => void handler?.then((each) => each.close()) }
}
