import type { Result } from '@convene/domain'
import type { Settings } from '@convene/library'
import { mcpApprovals } from '../mcp/mcp-approvals.ts'
import { approveServer, type McpTrial, type TrialOptions, tryServer } from '../mcp/try-server.ts'

/** Tries the MCP servers in the settings, outside any run. */
export type ServerTrials = {
  /** What a server answers. It is started just for this, and ended again. */
  tryServer(name: string): Promise<Result<McpTrial>>
  /** Called when the user approves a server's tools as they were shown. */
  approveServer(name: string, fingerprint: string): Promise<Result<void>>
}

type Options = Omit<TrialOptions, 'servers' | 'approvals'> & {
  readonly home: string
  readonly settings: Pick<Settings, 'mcpServers'>
}

/** Trials of the servers in these settings. */
export function serverTrials(options: Options): ServerTrials {
  const serving = (): TrialOptions => ({
    ...options,
    servers: options.settings.mcpServers,
    approvals: mcpApprovals(options.home, options.clock.now),
  })
  return {
    tryServer: (name) => tryServer(serving(), name),
    approveServer: (name, fingerprint) => approveServer(serving(), name, fingerprint),
  }
}
