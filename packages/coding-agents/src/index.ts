import type { Extension } from '@convene/host'
import { findAgents } from './known/find-agents.ts'

/** The client alone, without the trust, the worktrees and the sandbox that a program adds. */
export const loadClient = () => import('./client/client.ts')

// Lists of agents and teams only look for installed ones.
export const extension: Extension = {
  codingAgents: {
    find: findAgents,
    models: async (options) => (await loadClient()).acpModels(options),
    test: async (agent, directory, options) => (await loadClient()).tryAgent(agent, directory, options),
  },
}
