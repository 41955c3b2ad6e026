import { AGENT_STEP, type ContextLine, isInner, type ModelRequest, type ToolSpec } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import type { AgentModels, AgentOptions } from '@convene/host'
import { ACP, type KnownAgent } from '@convene/models'
import { findCodingAgent } from '../known/find-agents.ts'
import { type AgentPool, agentPool } from './agent-pool.ts'
import type { AgentProcess } from './agent-process.ts'
import { begin } from './begin.ts'
import type { AcpConversation } from './conversation.ts'
import { agentFailure } from './failures.ts'
import { placeInLines } from './lines.ts'
import { type OpenedAgent, openAgentSession } from './open-session.ts'
import { lateResult, newPrompt, resumedPrompt, wholePrompt } from './prompt-text.ts'
import { readTurn } from './read-turn.ts'
import { TeamCalls } from './team-calls.ts'
import { type TeamServer, teamServer } from './team-server.ts'

type OpenConversation = { readonly conversation: AcpConversation; readonly place: string }
type Open = Map<string, OpenConversation>

/** Coding agents as models: `acp/<name>`. One process per agent, folder and write permission. */
export function acpModels(options: AgentOptions): AgentModels {
  const pool = agentPool()
  const team = teamServer(options.version)
  const open: Open = new Map()
  return {
    async *stream(request, signal): AsyncGenerator<ModelPart> {
      const name = request.model.slice(ACP.length)
      const agent = findCodingAgent(name, await options.agents(request.workspace), options.environment)
      if (!agent?.program) return yield notThere(name, agent?.missing)
      try {
        const asked = { options, pool, team, open, agent: { ...agent, program: agent.program } }
        yield* ask(asked, request, signal as AbortSignal)
      } catch (error) {
        if (!signal.aborted) yield agentFailure(error, agent, false)
      }
    },
    close: async () => {
      open.clear()
      await Promise.all([pool.close(), team.close()])
    },
  }
}

type Asked = {
  readonly options: AgentOptions
  readonly pool: AgentPool
  readonly team: TeamServer
  readonly open: Open
  readonly agent: KnownAgent & { readonly program: string }
}

async function* ask({ options, pool, team, open, agent }: Asked, request: ModelRequest, signal: AbortSignal) {
  const entered = (await options.enter?.(request, agent)) ?? { ok: true, value: request.directory }
  if (!entered.ok) throw new Error(entered.refusal.message)
  const directory = entered.value
  const mayAsk = request.tools.some(({ name }) => name === AGENT_STEP)
  const place = JSON.stringify([agent, directory, mayAsk])
  await open.get(placeInLines(request, agent.name).state?.session ?? keyOf(request))?.conversation.settled()
  const to = { directory, workspace: request.workspace, mayChange: mayAsk }
  const start = (closing: AbortSignal) => begin(options, agent, to, closing)
  const { process, release } = await pool.take(place, start)
  let conversation: AcpConversation | undefined
  try {
    const opened = await continued({ request, agent, process, team, directory, place, open })
    conversation = opened.conversation
    conversation.isRead = true
    if (conversation.team) conversation.team.offered = teamTools(request)
    remember(open, [conversation.id, keyOf(request)], { conversation, place })
    if (signal.aborted) return
    yield* readTurn({ conversation, agent, request, mayAsk, prompts: promptsFor(request, agent, opened) }, signal)
  } finally {
    if (conversation) conversation.isRead = false
    if (signal.aborted) void conversation?.cancel()
    release()
  }
}

/** A server runs for weeks, so finished conversations are dropped first. The log has what is needed to reopen them. */
const MOST_OPEN = 500

function remember(open: Open, keys: readonly string[], one: OpenConversation): void {
  for (const key of keys) open.delete(key)
  for (const key of keys) open.set(key, one)
  for (const [key, { conversation }] of open) {
    if (open.size <= MOST_OPEN) return
    if (!conversation.isRead && !conversation.isOpen) open.delete(key)
  }
}

const keyOf = ({ session, conversation, model }: ModelRequest): string => `${session} ${conversation} ${model}`

const notThere = (name: string, missing: readonly string[] = []): ModelPart => ({
  type: 'failed',
  code: 'not_configured',
  retryable: false,
  message:
    missing.length > 0 ? `acp/${name} cannot be used: set ${missing.join(', ')}.` : `Unknown agent "acp/${name}".`,
})

type Continuing = {
  readonly request: ModelRequest
  readonly agent: KnownAgent
  readonly process: AgentProcess
  readonly team: TeamServer
  readonly directory: string
  readonly place: string
  readonly open: Open
}

/** The conversation that the log names, if it is still open here. Otherwise it is reopened, or a new one starts. */
async function continued({ request, agent, process, team, directory, place, open }: Continuing) {
  const { state } = placeInLines(request, agent.name)
  const known = open.get(state?.session ?? keyOf(request))
  const isUsable = known?.place === place && !known.conversation.isRead && known.conversation.process === process
  if (known && isUsable && process.ending() === undefined)
    return { conversation: known.conversation, how: 'live' as const }
  // Someone else is reading it, and two concurrent turns would mix.
  const session = known?.conversation.isRead ? undefined : state?.session
  const reached = await reach(team, process, request)
  const opened = await openAgentSession({ agent, process, directory, session, team: reached })
  // A failed turn was charged too, and only the conversation itself knows.
  const charged = Math.max(state?.costUsd ?? 0, known?.conversation.spending.charged ?? 0)
  if (opened.how === 'reopened') opened.conversation.spending.reopened(charged || state?.costUsd)
  return opened
}

/** What the session itself does for an agent: delegating, asking the user, deciding, reporting. */
const teamTools = ({ tools }: ModelRequest): readonly ToolSpec[] => tools.filter(({ name }) => isInner(name))

/** Access to the team's tools, for an agent that has some in this task and supports servers over HTTP. */
async function reach(team: TeamServer, { about }: AgentProcess, request: ModelRequest) {
  const offered = teamTools(request)
  if (offered.length === 0 || !about.agentCapabilities?.mcpCapabilities?.http) return undefined
  const endpoint = new TeamCalls()
  endpoint.offered = offered
  return { endpoint, server: await team.open(endpoint) }
}

/** What to send to the agent, in order. Nothing if a turn that waits for an answer only has to continue. */
function promptsFor(
  request: ModelRequest,
  agent: KnownAgent,
  { conversation, how }: Omit<OpenedAgent, 'how'> & { readonly how: OpenedAgent['how'] | 'live' },
): readonly string[] {
  const { state, last, fresh } = placeInLines(request, agent.name)
  if (how === 'new') return [wholePrompt(request)]
  const result = fresh.find((line) => line.role === 'tool')
  const words = newPrompt(fresh, false)
  if (how === 'live' && state?.ask !== undefined && result) {
    const late = lateIn(conversation, state.ask, result)
    const said = [late, words].filter((text) => text !== '').join('\n\n')
    if (conversation.isOpen || late !== '') return said === '' ? [] : [said]
  }
  if (result) return [resumedPrompt(fresh, last)]
  const { wasInterrupted } = conversation
  conversation.wasInterrupted = false
  return [how === 'live' && !state ? interruptedWhole(request) : newPrompt(fresh, wasInterrupted || how === 'reopened')]
}

/** Answers what the agent waits for. If it no longer waits, it still has to read the result of its call. */
const lateIn = (conversation: AcpConversation, ask: string, result: Extract<ContextLine, { role: 'tool' }>): string =>
  conversation.answer(ask, result) || result.tool === AGENT_STEP ? '' : lateResult(result)

/** The first turn of a session was cancelled, and it is unknown how much of it the agent has read. */
const interruptedWhole = (request: ModelRequest): string => `Your last turn was interrupted.\n\n${wholePrompt(request)}`
