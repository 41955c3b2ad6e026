import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelRequest, type Result, refuse } from '@convene/domain'
import { type AcpModels, acpModels } from '@convene/models'
import { whyNoWorkspace } from '@convene/platform'
import { confineAgent, worktrees } from '@convene/tools'
import type { Program } from '../program.ts'

/** What coding agents load from a workspace by themselves: settings, hooks, plugins and servers that run code. */
const LOADED = ['opencode.json', 'opencode.jsonc', '.opencode', '.claude', '.codex', '.gemini', '.qwen', '.goosehints']

/** One of them, if the user has not trusted the workspace as it is now. */
async function loadedUntrusted(program: Program, workspace: string): Promise<string | undefined> {
  const { state } = await program.trust()
  const isOpen = state === 'trusted' || state === 'nothing'
  return isOpen ? undefined : LOADED.find((name) => existsSync(join(workspace, name)))
}

/** Whole coding agents (`acp/…`), as the settings of each workspace name them, in worktrees and in the sandbox. */
export function agentModels(at: (workspace: string) => Program, own: Program): AcpModels {
  const { home, environment, version } = own
  const trees = worktrees(home)
  const enter = async (request: ModelRequest): Promise<Result<string>> => {
    const { directory, workspace, worktree, session, agent } = request
    const missing = whyNoWorkspace({ workspace, home, environment })
    if (missing !== undefined) return refuse('no_workspace', `${missing} Choose a folder: --workspace DIR`)
    const loaded = await loadedUntrusted(at(workspace), workspace)
    if (loaded !== undefined)
      return refuse(
        'untrusted',
        `could not be started: this workspace is not trusted, and coding agents load ${loaded} from it. Review and trust it: convene trust`,
      )
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
