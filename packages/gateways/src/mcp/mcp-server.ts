import { randomBytes } from 'node:crypto'
import { AgentBudget } from '@convene/host'
import type { McpServerFactory } from '@modelcontextprotocol/server'
import type { McpCaller, McpRound } from './caller.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import { addSessionTools } from './session-tools.ts'
import { addTeamTools } from './team-tools.ts'

export type McpOptions = Pick<McpCaller, 'program' | 'allowChanges' | 'yes' | 'forms'> & {
  /** Shared with other protocols of the same process. */
  readonly budget?: AgentBudget
}

const INSTRUCTIONS =
  'Convene puts a team of AI agents on one question or job. Call run_team, then wait_for_team while it is running. Asks, questions and gates of the team are for the user: you cannot answer them.'

/**
 * Convene for other agents. One instance per connection or request, and one signing key for all, because a question to
 * the user comes back through the caller, perhaps in another request. The key never leaves this process, so nobody else
 * can sign.
 */
export async function mcpServerFactory(options: McpOptions): Promise<McpServerFactory> {
  const sdk = await import('@modelcontextprotocol/server')
  const rounds = sdk.createRequestStateCodec<McpRound>({ key: randomBytes(32), ttlSeconds: 3_600, bind: boundTo })
  const { budget = new AgentBudget() } = options
  return () => {
    const server = new sdk.McpServer(
      { name: 'convene', title: 'Convene', version: options.program.version },
      { instructions: INSTRUCTIONS, requestState: { verify: rounds.verify } },
    )
    const name = () => server.server.getClientVersion()?.name ?? 'over MCP'
    const caller: McpCaller = { ...options, by: 'mcp', sdk, rounds, server, budget, name }
    addTeamTools(caller)
    addSessionTools(caller)
    addResources(caller)
    addPrompts(caller)
    return server
  }
}

const boundTo = ({ mcpReq }: { readonly mcpReq: { readonly method: string } }): string => mcpReq.method
