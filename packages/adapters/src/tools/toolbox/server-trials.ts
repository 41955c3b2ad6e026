import type { Result } from '@convene/domain'
import type { McpTrial } from '../mcp/try-server.ts'
import type { ToolboxOptions } from './open-toolbox.ts'

/** Trying the MCP servers of the settings, apart from every run. */
export type ServerTrials = {
  /** What a server answers; it is started for that alone, and ended again. */
  tryServer(name: string): Promise<Result<McpTrial>>
  /** For a person who agrees to the tools of a server as they were shown. */
  approveServer(name: string, fingerprint: string): Promise<Result<void>>
}

/** Loaded when somebody tries a server. */
export function serverTrials(options: ToolboxOptions): ServerTrials {
  const parts = async () => {
    const [trial, { mcpApprovals }] = await Promise.all([
      import('../mcp/try-server.ts'),
      import('../mcp/mcp-approvals.ts'),
    ])
    const approvals = mcpApprovals(options.home, options.clock.now)
    return { ...trial, serving: { ...options, servers: options.settings.mcpServers, approvals } }
  }
  return {
    tryServer: async (name) => {
      const { tryServer, serving } = await parts()
      return tryServer(serving, name)
    },
    approveServer: async (name, fingerprint) => {
      const { approveServer, serving } = await parts()
      return approveServer(serving, name, fingerprint)
    },
  }
}
