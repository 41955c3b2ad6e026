import type { AgentTestOptions, AgentTrial } from '@convene/host'
import type { FoundAgent } from '@convene/models'
import { begin } from './begin.ts'
import { agentFailure } from './failures.ts'
import { openAgentSession } from './open-session.ts'

/** Starts an agent, opens a session and ends it again. Read-only, in this folder. */
export async function tryAgent(agent: FoundAgent, directory: string, options: AgentTestOptions): Promise<AgentTrial> {
  if (!agent.program) return { version: '', problem: `It is not installed: set ${agent.missing.join(', ')}.` }
  let version = ''
  try {
    const to = { directory, workspace: directory, mayChange: false }
    const process = await begin(options, { ...agent, program: agent.program }, to)
    version = process.about.agentInfo?.version ?? ''
    try {
      await openAgentSession({ agent, process, directory, session: undefined })
    } finally {
      await process.close()
    }
    return { version }
  } catch (error) {
    return { version, problem: agentFailure(error, agent, false).message }
  }
}
