import type { McpServer, NewSessionResponse } from '@agentclientprotocol/sdk'
import type { KnownAgent } from '@convene/models'
import { type AgentProcess, inTime } from './agent-process.ts'
import { AcpConversation } from './conversation.ts'
import type { TeamCalls } from './team-calls.ts'

const OPEN_MS = 120_000

/** The settings name something that the agent does not have. */
export class BadAgentSetting extends Error {}

export type OpenedAgent = { readonly conversation: AcpConversation; readonly how: 'new' | 'reopened' }

type Opening = {
  readonly agent: KnownAgent
  readonly process: AgentProcess
  readonly directory: string
  /** The agent's session to continue. */
  readonly session: string | undefined
  /** Its access to the team's tools. */
  readonly team?: { readonly endpoint: TeamCalls; readonly server: McpServer } | undefined
}

/** Continues a session the way the agent supports: resumed, or else loaded, or else a new one. */
export async function openAgentSession({ agent, process, directory, session, team }: Opening): Promise<OpenedAgent> {
  const place = { cwd: directory, mcpServers: team ? [team.server] : [] }
  const options = { countsSession: agent.countsSession, team: team?.endpoint }
  const { sessionCapabilities, loadSession } = process.about.agentCapabilities ?? {}
  const ways = [
    ...(sessionCapabilities?.resume ? ['session/resume' as const] : []),
    ...(loadSession ? ['session/load' as const] : []),
  ]
  for (const way of session === undefined ? [] : ways) {
    // Listening starts here: replayed messages belong to no turn, and are dropped.
    const conversation = new AcpConversation(session as string, process, options)
    const again = process.agent.request(way, { ...place, sessionId: session as string })
    const reopened = await inTime(again, OPEN_MS).catch(() => undefined)
    const offered = reopened && { ...reopened, sessionId: session as string }
    if (offered && (await isChosen(agent, process, offered))) return { conversation, how: 'reopened' }
    conversation.close()
    if (process.ending()) break
  }
  const made = await inTime(process.agent.request<NewSessionResponse>('session/new', place), OPEN_MS)
  const conversation = new AcpConversation(made.sessionId, process, options)
  await choose(agent, process, made)
  return { conversation, how: 'new' }
}

type Offered = Pick<NewSessionResponse, 'sessionId' | 'modes' | 'configOptions'>

/** Whether a reopened session could be set up like a new one. Some agents cannot do that again, so a new one starts. */
async function isChosen(agent: KnownAgent, process: AgentProcess, offered: Offered): Promise<boolean> {
  try {
    await choose(agent, process, offered)
    return true
  } catch (error) {
    if (error instanceof BadAgentSetting) return false
    throw error
  }
}

/** Sets mode and options. An agent without the mode that asks must not start in one that does not. */
async function choose(agent: KnownAgent, process: AgentProcess, offered: Offered): Promise<void> {
  const { mode, options } = agent
  const { sessionId, modes, configOptions } = offered
  const own = configOptions?.find(({ category }) => category === 'mode')
  if (mode !== undefined && (modes || !own)) {
    const there = (modes?.availableModes ?? []).map(({ id }) => id)
    if (!there.includes(mode)) throw missing(agent, { what: 'mode', wanted: mode, there })
    if (modes?.currentModeId !== mode)
      await accepted(agent, mode, process.agent.request('session/set_mode', { sessionId, modeId: mode }))
  }
  const wanted = { ...options, ...(mode !== undefined && !modes && own && { [own.id]: mode }) }
  const there = (configOptions ?? []).map(({ id }) => id)
  for (const [configId, value] of Object.entries(wanted)) {
    if (!there.includes(configId)) throw missing(agent, { what: 'option', wanted: configId, there })
    const request = process.agent.request('session/set_config_option', { sessionId, configId, value })
    await accepted(agent, `${configId}=${value}`, request)
  }
}

/** Waits until the agent has set something. A refusal is a mistake in the settings, not a failure to retry. */
async function accepted({ label, name }: KnownAgent, what: string, answer: Promise<unknown>): Promise<void> {
  await inTime(answer, OPEN_MS).catch((error: Error) => {
    if (!('code' in error)) throw error
    throw new BadAgentSetting(`${label} refused "${what}": ${error.message}. Change acpAgents.${name} in the settings.`)
  })
}

type Missing = { readonly what: 'mode' | 'option'; readonly wanted: string; readonly there: readonly string[] }

const missing = ({ label, name }: KnownAgent, { what, wanted, there }: Missing): BadAgentSetting =>
  new BadAgentSetting(
    `${label} has no ${what} "${wanted}". It has: ${there.join(', ') || 'none'}. Change acpAgents.${name}.${what === 'mode' ? 'mode' : 'options'} in the settings.`,
  )
