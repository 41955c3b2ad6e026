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
import { type Deed, deedsIn } from './deeds.ts'

/** A coding agent that does what its prompt says, line by line. Its sessions and its log are in a folder. */
const folder = process.env.SCRIPTED_AGENT ?? '.'
const ways = (process.env.SCRIPTED_AGENT_REOPENS ?? 'resume,load').split(',')
const note = (entry: object) => appendFileSync(join(folder, 'log.jsonl'), `${JSON.stringify(entry)}\n`)
const cancelled = new Map<string, AbortController>()
const servers = new Map<string, readonly McpServer[]>()
let made = 0

const modes = { currentModeId: 'auto', availableModes: ['auto', 'default'].map((id) => ({ id, name: id })) }
/** What it does not say or do, by name. */
const lacks = (process.env.SCRIPTED_AGENT_LACKS ?? '').split(',')
const modesOf = (way: 'new' | 'resume' | 'load') => (lacks.includes(`${way} modes`) ? {} : { modes })
/** Notes that it was asked, and never answers. */
const silent = (name: string) => {
  note({ [name]: 'asked' })
  return new Promise<never>(() => {})
}
const fileOf = (session: string) => join(folder, `${session.replaceAll(/\W/gu, '')}.txt`)
const say = (client: AgentContext, sessionId: string, text: string) =>
  client.notify('session/update', {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  })

async function ask(client: AgentContext, sessionId: string, deed: Extract<Deed, { do: 'ask' }>): Promise<string> {
  const { kind, title, input, offers = 'allow_always allow_once reject_once' } = deed
  const answering = client.request('session/request_permission', {
    sessionId,
    toolCall: { toolCallId: `t${Math.random()}`, kind: kind as 'execute', title, ...(input && { rawInput: input }) },
    options: [
      { optionId: 'always', name: 'Always', kind: 'allow_always' },
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ].filter((option) => offers.split(' ').includes(option.kind)) as never,
  })
  if (deed.thenCosts !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const cost = { amount: deed.thenCosts, currency: 'USD' }
    await client.notify('session/update', {
      sessionId,
      update: { sessionUpdate: 'usage_update', used: 1, size: 2, cost },
    })
  }
  const answer = await answering
  return answer.outcome.outcome === 'selected' ? answer.outcome.optionId : 'cancelled'
}

type TeamDeed = Extract<Deed, { do: 'team' }>

/** The server that Convene gave for this session, by the protocol's own client. */
async function connected(sessionId: string, token?: string) {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const [server] = servers.get(sessionId) ?? []
  if (!server || !('url' in server)) throw new Error('no server')
  const given = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]))
  const headers = token === undefined ? given : { Authorization: `Bearer ${token}` }
  const client = new Client({ name: 'scripted', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }))
  return client
}

async function callTeam(sessionId: string, { calls, token, giveUpMs = 60_000 }: TeamDeed): Promise<string> {
  try {
    const client = await connected(sessionId, token)
    const results = calls.map(async ({ tool, input = {} }) => {
      const result = await client.callTool({ name: tool, arguments: { ...input } }, { timeout: giveUpMs })
      const [said] = result.content as readonly { readonly text?: string }[]
      return `${result.isError ? 'failed: ' : ''}${said?.text}`
    })
    const all = await Promise.allSettled(results)
    await client.close()
    if (all.some(({ status }) => status === 'rejected')) note({ gaveUp: calls.length })
    return all.map((one) => (one.status === 'fulfilled' ? one.value : 'gave up')).join(' | ')
  } catch (error) {
    return `not connected: ${(error as Error).message.slice(0, 80)}`
  }
}

type Doing = { readonly client: AgentContext; readonly sessionId: string; readonly signal: AbortSignal }

async function perform(deed: Deed, { client, sessionId, signal }: Doing): Promise<StopReason | undefined> {
  const update = (given: object) => client.notify('session/update', { sessionId, update: given as never })
  switch (deed.do) {
    case 'say':
      await say(client, sessionId, deed.text)
      return
    case 'update':
      await update(deed.update)
      return
    case 'ask':
      await say(client, sessionId, `[${deed.title}: ${await ask(client, sessionId, deed)}]`)
      return
    case 'asks': {
      const asked = ['one', 'two'].map((title) => ask(client, sessionId, { do: 'ask', kind: 'execute', title }))
      await say(client, sessionId, `[${(await Promise.all(asked)).join(' ')}]`)
      return
    }
    case 'teamTools': {
      const { tools } = await (await connected(sessionId)).listTools()
      await say(client, sessionId, `[${tools.map(({ name }) => name).join(' ')}]`)
      return
    }
    case 'team':
      if (deed.isLate)
        setTimeout(async () => note({ late: await callTeam(sessionId, { ...deed, isLate: false }) }), 200)
      else await say(client, sessionId, `[${await callTeam(sessionId, deed)}]`)
      return
    case 'garbage':
      for (let line = 0; line < deed.lines; line += 1) process.stdout.write(`not json ${line}\n[]\n{"id":99}\n`)
      return
    case 'crash':
      return process.exit(3)
    case 'fail':
      throw new RequestError(deed.code, deed.message)
    case 'hang':
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return deed.isDeaf ? new Promise(() => {}) : 'cancelled'
    case 'stop':
      return deed.reason as StopReason
  }
}

async function prompted(client: AgentContext, sessionId: string, text: string): Promise<StopReason> {
  const abort = new AbortController()
  cancelled.set(sessionId, abort)
  note({ prompt: text, session: sessionId })
  appendFileSync(fileOf(sessionId), `${text}\n`)
  for (const deed of deedsIn(text)) {
    const end = await perform(deed, { client, sessionId, signal: abort.signal })
    if (end) return end
    if (abort.signal.aborted) return 'cancelled'
  }
  return 'end_turn'
}

const isKnown = (sessionId: string) => {
  if (!existsSync(fileOf(sessionId))) throw RequestError.resourceNotFound(sessionId)
}

agent({ name: 'scripted' })
  .onRequest('authenticate', () => (lacks.includes('authenticate answer') ? silent('authenticate') : {}))
  .onRequest('initialize', async () => ({
    protocolVersion: lacks.includes('initialize answer')
      ? await silent('initialize')
      : Number(process.env.SCRIPTED_AGENT_VERSION ?? 1),
    agentInfo: { name: 'scripted', version: '1.0.0' },
    agentCapabilities: {
      ...(lacks.includes('http') ? {} : { mcpCapabilities: { http: true } }),
      loadSession: ways.includes('load'),
      sessionCapabilities: ways.includes('resume') ? { resume: {} } : {},
    },
  }))
  .onRequest('session/new', ({ params }) => {
    if (process.env.SCRIPTED_AGENT_SIGNED_OUT) throw RequestError.authRequired()
    made += 1
    const sessionId = `s${process.pid}-${made}`
    writeFileSync(fileOf(sessionId), '')
    servers.set(sessionId, params.mcpServers)
    note({ new: sessionId, cwd: params.cwd })
    return { sessionId, ...modesOf('new') }
  })
  .onRequest('session/resume', ({ params: { sessionId, mcpServers = [] } }) => {
    isKnown(sessionId)
    servers.set(sessionId, mcpServers)
    note({ resume: sessionId })
    return modesOf('resume')
  })
  .onRequest('session/load', async ({ params: { sessionId, mcpServers }, client }) => {
    isKnown(sessionId)
    servers.set(sessionId, mcpServers)
    note({ load: sessionId })
    await say(client, sessionId, `replayed ${readFileSync(fileOf(sessionId), 'utf8')}`)
    return modesOf('load')
  })
  .onRequest('session/set_mode', ({ params }) => {
    if (lacks.includes('set_mode')) throw RequestError.methodNotFound('session/set_mode')
    if (lacks.includes('set_mode answer')) return silent('mode')
    note({ mode: params.modeId })
  })
  .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client }) => {
    const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('')
    const usage = { inputTokens: 100, outputTokens: 10, totalTokens: 110 }
    return { stopReason: await prompted(client, sessionId, text), usage }
  })
  .onNotification('session/cancel', ({ params }) => {
    note({ cancel: params.sessionId })
    cancelled.get(params.sessionId)?.abort()
  })
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  )
  .closed.then(() => process.exit(0))
