import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentTrial, type FoundAgent, findAgents, tryAgent } from '@convene/models'
import { confineAgent, findSandbox } from '@convene/tools'
import type { Program } from '../program.ts'

/** A coding agent, whether it can be used, and how far the sandbox confines it. */
export type CodingAgent = FoundAgent & { readonly confined: boolean }

/** The coding agents that we know and those that the settings name. Starts none of them. */
export async function codingAgents(program: Program): Promise<readonly CodingAgent[]> {
  const { settings } = await program.settings()
  const { kind } = await findSandbox()
  return findAgents(settings.acpAgents, program.environment).map((agent) => ({
    ...agent,
    confined: agent.sandbox && kind === 'bubblewrap',
  }))
}

/** Starts an agent and opens a session, in an empty folder, so that nothing from a workspace is loaded for a trial. */
export async function tryCodingAgent({ environment, version, home }: Program, agent: FoundAgent): Promise<AgentTrial> {
  const folder = mkdtempSync(join(tmpdir(), 'convene-trial-'))
  try {
    return await tryAgent(agent, folder, {
      environment,
      version,
      confine: (started, { directory, mayChange }) =>
        confineAgent(started, { directory, mayChange, state: agent.state }, { home, environment }),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type { AgentTrial }

/** What happens outside the permission rules, in one sentence. */
export const unaskedText = ({ label, unasked, confined }: CodingAgent): string =>
  `Without asking, ${label} ${unasked}. ${confined ? 'It runs in the sandbox: its folder, its own settings and the network.' : 'It runs without a sandbox, with your rights.'}`
