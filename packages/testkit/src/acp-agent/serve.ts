import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import {
  type AgentContext,
  agent,
  type McpServer,
  ndJsonStream,
  RequestError,
  type StopReason,
} from '@agentclientprotocol/sdk'
import { deedsIn } from './deeds.ts'
import { type Life, note, perform, say } from './perform.ts'

const modes = { currentModeId: 'auto', availableModes: ['auto', 'default'].map((id) => ({ id, name: id })) }

/** A coding agent that does what its prompts say, line by line. Resolves when its input ends. */
export function serveScripted(life: Life, input: Readable, output: Writable): Promise<void> {
  const own = new Scripted(life)
  return agent({ name: 'scripted' })
    .onRequest('authenticate', () => (own.lacks('authenticate answer') ? own.silent('authenticate') : {}))
    .onRequest('initialize', () => own.initialize())
    .onRequest('session/new', ({ params }) => own.begin(params))
    .onRequest('session/resume', ({ params }) => own.reopen('resume', params))
    .onRequest('session/load', async ({ params, client }) => {
      const answer = own.reopen('load', params)
      await say(client, params.sessionId, `replayed ${readFileSync(own.fileOf(params.sessionId), 'utf8')}`)
      return answer
    })
    .onRequest('session/set_mode', ({ params }) => {
      if (own.lacks('set_mode')) throw RequestError.methodNotFound('session/set_mode')
      if (own.lacks('set_mode answer')) return own.silent('mode')
      note(life, { mode: params.modeId })
    })
    .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client }) => {
      const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('')
      const usage = { inputTokens: 100, outputTokens: 10, totalTokens: 110 }
      return { stopReason: await own.prompted(client, sessionId, text), usage }
    })
    .onNotification('session/cancel', ({ params }) => own.cancel(params.sessionId))
    .connect(
      ndJsonStream(
        Writable.toWeb(output) as WritableStream<Uint8Array>,
        Readable.toWeb(input) as ReadableStream<Uint8Array>,
      ),
    ).closed
}

/** One process of the agent: its turns, and the servers it was given. */
class Scripted {
  readonly #life: Life
  readonly #turns = new Map<string, AbortController>()
  readonly #servers = new Map<string, readonly McpServer[]>()
  #made = 0

  constructor(life: Life) {
    this.#life = life
  }

  #set(name: string): string | undefined {
    return this.#life.environment[`SCRIPTED_AGENT_${name}`]
  }

  /** Whether it omits this, by name. */
  lacks(what: string): boolean {
    return (this.#set('LACKS') ?? '').split(',').includes(what)
  }

  /** Notes the request, and never answers. */
  silent(what: string): Promise<never> {
    note(this.#life, { [what]: 'asked' })
    return new Promise<never>(() => {})
  }

  fileOf(session: string): string {
    return join(this.#life.folder, `${session.replaceAll(/\W/gu, '')}.txt`)
  }

  #modesOf(way: 'new' | 'resume' | 'load') {
    return this.lacks(`${way} modes`) ? {} : { modes }
  }

  async initialize() {
    const ways = (this.#set('REOPENS') ?? 'resume,load').split(',')
    return {
      protocolVersion: this.lacks('initialize answer')
        ? await this.silent('initialize')
        : Number(this.#set('VERSION') ?? 1),
      agentInfo: { name: 'scripted', version: '1.0.0' },
      agentCapabilities: {
        ...(this.lacks('http') ? {} : { mcpCapabilities: { http: true } }),
        loadSession: ways.includes('load'),
        sessionCapabilities: ways.includes('resume') ? { resume: {} } : {},
      },
    }
  }

  begin({ cwd, mcpServers }: { readonly cwd: string; readonly mcpServers: readonly McpServer[] }) {
    if (this.#set('SIGNED_OUT')) throw RequestError.authRequired()
    this.#made += 1
    const sessionId = `s${this.#life.name}-${this.#made}`
    writeFileSync(this.fileOf(sessionId), '')
    this.#servers.set(sessionId, mcpServers)
    note(this.#life, { new: sessionId, cwd })
    return { sessionId, ...this.#modesOf('new') }
  }

  reopen(way: 'resume' | 'load', given: { readonly sessionId: string; readonly mcpServers?: readonly McpServer[] }) {
    const { sessionId, mcpServers = [] } = given
    if (!existsSync(this.fileOf(sessionId))) throw RequestError.resourceNotFound(sessionId)
    this.#servers.set(sessionId, mcpServers)
    note(this.#life, { [way]: sessionId })
    return this.#modesOf(way)
  }

  async prompted(client: AgentContext, sessionId: string, text: string): Promise<StopReason> {
    const turn = new AbortController()
    this.#turns.set(sessionId, turn)
    note(this.#life, { prompt: text, session: sessionId })
    appendFileSync(this.fileOf(sessionId), `${text}\n`)
    const servers = this.#servers.get(sessionId) ?? []
    for (const deed of deedsIn(text)) {
      const end = await perform(deed, { life: this.#life, client, sessionId, signal: turn.signal, servers })
      if (end) return end
      if (turn.signal.aborted) return 'cancelled'
    }
    return 'end_turn'
  }

  cancel(sessionId: string): void {
    note(this.#life, { cancel: sessionId })
    this.#turns.get(sessionId)?.abort()
  }
}
