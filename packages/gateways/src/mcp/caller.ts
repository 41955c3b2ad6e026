import type { CallingProgram } from '@convene/host'
import type { McpServer, RequestStateCodec, ServerContext } from '@modelcontextprotocol/server'

/** The library. Loaded when the first client connects, because it takes longer than the rest of the start. */
export type McpServerSdk = typeof import('@modelcontextprotocol/server')

/** The question put to the user, returned with their answer. Signed, because it comes back through the caller. */
export type McpRound = { readonly session: string; readonly pending: string; readonly number: number }

/** An agent over MCP, on one connection or in one request. */
export type McpCaller = CallingProgram & {
  /**
   * Whether form answers count as the user's. Over HTTP they do not, because the calling program could fill them in.
   */
  readonly forms: boolean
  readonly sdk: McpServerSdk
  readonly rounds: RequestStateCodec<McpRound>
  readonly server: McpServer
}

export type McpCall = { readonly caller: McpCaller; readonly context: ServerContext; readonly wait: number }
