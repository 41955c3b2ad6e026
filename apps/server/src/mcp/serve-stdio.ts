import { once } from 'node:events'
import { type McpOptions, mcpServers } from './mcp-server.ts'

/** Answers one client over standard input and output until it closes them. Opens no port. */
export async function serveMcp(options: Omit<McpOptions, 'forms'>): Promise<void> {
  const factory = await mcpServers({ ...options, forms: true })
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  const closed = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')])
  const served = serveStdio(factory)
  await closed
  await served.close()
}
