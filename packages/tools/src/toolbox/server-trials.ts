import type { Result } from '@convene/domain'
import type { Settings } from '@convene/library'
import type { McpTrial, TrialOptions } from '../mcp/try-server.ts'

/** Trying the MCP servers of the settings, apart from every run. */
export type ServerTrials = {
  /** What a server answers; it is started for that alone, and ended again. */
  tryServer(name: string): Promise<Result<McpTrial>>
  /** For a person who agrees to the tools of a server as they were shown. */
  approveServer(name: string, fingerprint: string): Promise<Result<void>>
}

type Options = Omit<TrialOptions, 'servers' | 'approvals'> & {
  readonly home: string
  readonly settings: Pick<Settings, 'mcpServers'>
}

/** Loaded when somebody tries a server. */
export function serverTrials(options: Options): ServerTrials {
  const serving = async (): Promise<TrialOptions> => {
    const { mcpApprovals } = await import('../mcp/mcp-approvals.ts')
    return {
      ...options,
      servers: options.settings.mcpServers,
      approvals: mcpApprovals(options.home, options.clock.now),
    }
  }
  return {
    tryServer: async (name) => (await import('../mcp/try-server.ts')).tryServer(await serving(), name),
    approveServer: async (name, fingerprint) =>
      (await import('../mcp/try-server.ts')).approveServer(await serving(), name, fingerprint),
  }
}
