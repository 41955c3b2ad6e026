import type { Program } from '@convene/host'
import { agentTokenOf, findServer, MCP_PATH } from '@convene/server'

/** How an MCP client reaches the server of this data folder, in the format of client settings. */
export type McpAddress = {
  readonly type: 'http'
  readonly url: string
  readonly headers: { readonly Authorization: string }
}

/** Undefined if no server is running. */
export async function mcpAddress({ home, environment }: Program): Promise<McpAddress | undefined> {
  const server = await findServer(home, environment)
  if (!server) return undefined
  const Authorization = `Bearer ${agentTokenOf(server.token)}`
  return { type: 'http', url: `${server.address}${MCP_PATH}`, headers: { Authorization } }
}
