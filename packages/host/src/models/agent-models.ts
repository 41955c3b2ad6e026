import { type ModelRequest, type Result, refuse } from '@convene/domain'
import { type AcpModels, acpModels, type KnownAgent } from '@convene/models'
import { whyNoWorkspace } from '@convene/platform'
import { confineAgent, type FolderBounds, worktrees } from '@convene/tools'
import type { Program } from '../program.ts'
import { whyDiffers, whyUntrusted } from '../trust/agent-trust.ts'

type Sharing = {
  /** What an agent sees of the disk apart from its own folder, if several people share the machine. */
  bounds?(): FolderBounds
}

/** Coding agents (`acp/…`), as each workspace's settings name them, in worktrees and in the sandbox. */
export function agentModels(at: (workspace: string) => Program, own: Program, { bounds }: Sharing = {}): AcpModels {
  const { home, environment, version } = own
  const trees = worktrees(home)
  const enter = async (request: ModelRequest, known: KnownAgent): Promise<Result<string>> => {
    const { directory, workspace, worktree, session, agent } = request
    const missing = whyNoWorkspace({ workspace, home, environment })
    if (missing !== undefined) return refuse('no_workspace', `${missing} Choose a folder: --workspace DIR`)
    const at = { home, workspace, agent: known }
    const untrusted = await whyUntrusted(at)
    if (untrusted !== undefined) return notStarted(untrusted)
    if (worktree === undefined) return { ok: true, value: directory }
    const entered = await trees.enter({ session, agent: worktree }, workspace, worktree !== agent)
    const differs = entered.ok ? await whyDiffers(at, entered.value) : undefined
    return differs === undefined ? entered : notStarted(differs)
  }
  return acpModels({
    agents: async (workspace) => (await at(workspace).settings()).settings.acpAgents,
    environment,
    version,
    enter,
    confine: (program, { agent, directory, mayChange }) =>
      confineAgent(
        program,
        { directory, mayChange, state: agent.state },
        { home, environment, ...(bounds && { bounds: bounds() }) },
      ),
    ...(bounds && { needsSandbox: true }),
  })
}

const notStarted = (why: string): Result<never> => refuse('untrusted', `could not be started: ${why}`)
