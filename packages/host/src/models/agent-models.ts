import { type ModelRequest, type Result, refuse } from '@convene/domain'
import { type AcpModels, acpModels } from '@convene/models'
import { whyNoWorkspace } from '@convene/platform'
import { confineAgent, worktrees } from '@convene/tools'
import type { Program } from '../program.ts'

/** Whole coding agents (`acp/…`), as the settings of each workspace name them, in worktrees and in the sandbox. */
export function agentModels(at: (workspace: string) => Program, own: Program): AcpModels {
  const { home, environment, version } = own
  const trees = worktrees(home)
  const enter = async (request: ModelRequest): Promise<Result<string>> => {
    const { directory, workspace, worktree, session, agent } = request
    const missing = whyNoWorkspace({ workspace, home, environment })
    if (missing !== undefined) return refuse('no_workspace', `${missing} Choose a folder: --workspace DIR`)
    if (worktree === undefined) return { ok: true, value: directory }
    return trees.enter({ session, agent: worktree }, workspace, worktree !== agent)
  }
  return acpModels({
    agents: async (workspace) => (await at(workspace).settings()).settings.acpAgents,
    environment,
    version,
    enter,
    confine: (program, { agent, directory, mayChange }) =>
      confineAgent(program, { directory, mayChange, state: agent.state }, { home, environment }),
  })
}
