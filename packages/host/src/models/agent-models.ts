import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ModelRequest, type Result, refuse } from '@convene/domain'
import type { FoundAgent, KnownAgent } from '@convene/models'
import { whyNoWorkspace } from '@convene/platform'
import { confineAgent, type FolderBounds, workerOf, worktrees } from '@convene/tools'
import type { AgentModels, AgentTestOptions, AgentTrial } from '../extension/coding-agents.ts'
import type { Program } from '../program.ts'
import { whyDiffers, whyUntrusted } from '../trust/agent-trust.ts'
import { whyNoAgents } from './coding-agents.ts'

type Sharing = {
  /** What an agent sees of the disk apart from its own folder, if several people share the machine. */
  bounds?(): FolderBounds
}

/**
 * Coding agents (`acp/…`), as each workspace's settings name them, in worktrees and in the sandbox. Without the package
 * for them, every call says so.
 */
export async function agentModels(
  at: (workspace: string) => Program,
  own: Program,
  { bounds }: Sharing = {},
): Promise<AgentModels> {
  const [added] = await own.extensions.parts('codingAgents')
  if (!added) return noModels(await whyNoAgents(own))
  const { environment, version } = own
  return added.models({
    agents: async (workspace) => (await at(workspace).settings()).settings.acpAgents,
    environment,
    version,
    enter: entering(own),
    confine: confining(own, bounds),
    ...(bounds && { needsSandbox: true }),
  })
}

const noModels = (message: string): AgentModels => ({
  async *stream() {
    yield { type: 'failed', code: 'not_configured', retryable: false, message }
  },
  close: async () => undefined,
})

type Place = Pick<Program, 'home' | 'environment'>

/** The folder in which an agent starts, or why it must not. */
function entering({ home, environment }: Place) {
  const trees = worktrees(home)
  return async (request: ModelRequest, known: KnownAgent): Promise<Result<string>> => {
    const { directory, workspace, worktree, build, session, agent } = request
    const missing = whyNoWorkspace({ workspace, home, environment })
    if (missing !== undefined) return refuse('no_workspace', `${missing} Choose a folder: --workspace DIR`)
    const at = { home, workspace, agent: known }
    const untrusted = await whyUntrusted(at)
    if (untrusted !== undefined) return notStarted(untrusted)
    if (worktree === undefined) return { ok: true, value: directory }
    const entered = await trees.enter(workerOf({ session, agent, worktree, build }), workspace, worktree !== agent)
    const differs = entered.ok ? await whyDiffers(at, entered.value) : undefined
    return differs === undefined ? entered : notStarted(differs)
  }
}

const notStarted = (why: string): Result<never> => refuse('untrusted', `could not be started: ${why}`)

const confining =
  ({ home, environment }: Place, bounds: Sharing['bounds']): NonNullable<AgentTestOptions['confine']> =>
  (program, { agent, directory, mayChange }) =>
    confineAgent(
      program,
      { directory, mayChange, state: agent.state, signIn: agent.signIn ?? [], settings: agent.settings ?? [] },
      { home, environment, ...(bounds && { bounds: bounds() }) },
    )

/** Starts an agent and opens a session, in an empty folder, so that nothing from a workspace is loaded for a trial. */
export async function testCodingAgent(program: Program, agent: FoundAgent): Promise<AgentTrial> {
  const { environment, version } = program
  const [added] = await program.extensions.parts('codingAgents')
  if (!added) return { version: '', problem: await whyNoAgents(program) }
  const folder = mkdtempSync(join(tmpdir(), 'convene-trial-'))
  try {
    return await added.test(agent, folder, { environment, version, confine: confining(program, undefined) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
