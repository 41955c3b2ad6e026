import { clientGone } from './client-gone.ts'
import { type McpOptions, mcpServerFactory } from './mcp-server.ts'

/** Answers one client over standard input and output until it closes them. Opens no port. */
export async function serveMcp(options: Omit<McpOptions, 'forms'>): Promise<void> {
  const factory = await mcpServerFactory({ ...options, forms: true })
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  const gone = clientGone()
  const served = serveStdio(factory)
  await gone
  await served.close()
}
