import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AgentContext, McpServer, StopReason } from '@agentclientprotocol/sdk'
import { RequestError } from '@agentclientprotocol/sdk'
import type { Deed } from './deeds.ts'

/** One life of the scripted agent. Its folder outlives it. */
export type Life = {
  readonly folder: string
  /** Its process's name. */
  readonly name: string
  readonly environment: { readonly [name: string]: string | undefined }
  /** Writes to stdout, bypassing the protocol. */
  write(text: string): void
  exit(code: number): never
  /** False once it was killed. */
  isAlive(): boolean
}

export type PromptContext = {
  readonly life: Life
  readonly client: AgentContext
  readonly sessionId: string
  readonly signal: AbortSignal
  readonly servers: readonly McpServer[]
}

/** A killed process writes nothing. */
export const note = ({ folder, isAlive }: Life, entry: object): void => {
  if (isAlive()) appendFileSync(join(folder, 'log.jsonl'), `${JSON.stringify(entry)}\n`)
}

export const say = (client: AgentContext, sessionId: string, text: string) =>
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

/** The server that Convene gave for this session, over the protocol's own client. */
async function connected({ servers: [server] }: PromptContext, token?: string) {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  if (!server || !('url' in server)) throw new Error('no server')
  const given = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]))
  const headers = token === undefined ? given : { Authorization: `Bearer ${token}` }
  const client = new Client({ name: 'scripted', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }))
  return client
}

async function callTeam(place: PromptContext, { calls, token, giveUpMs = 60_000 }: TeamDeed): Promise<string> {
  try {
    const client = await connected(place, token)
    const results = calls.map(async ({ tool, input = {} }) => {
      const result = await client.callTool({ name: tool, arguments: { ...input } }, { timeout: giveUpMs })
      const [said] = result.content as readonly { readonly text?: string }[]
      return `${result.isError ? 'failed: ' : ''}${said?.text}`
    })
    const all = await Promise.allSettled(results)
    await client.close()
    if (all.some(({ status }) => status === 'rejected')) note(place.life, { gaveUp: calls.length })
    return all.map((one) => (one.status === 'fulfilled' ? one.value : 'gave up')).join(' | ')
  } catch (error) {
    return `not connected: ${(error as Error).message.slice(0, 80)}`
  }
}

/** Calls once the test says that the turn is over, with this file in the agent's folder. */
async function callLate(deed: TeamDeed, place: PromptContext): Promise<void> {
  while (!existsSync(join(place.life.folder, 'turn-over'))) await pause(20)
  note(place.life, { late: await callTeam(place, { ...deed, isLate: false }) })
}

/** Does one thing. Resolves with the reason if that ends the turn. */
export async function perform(deed: Deed, place: PromptContext): Promise<StopReason | undefined> {
  const { life, client, sessionId, signal } = place
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
      const { tools } = await (await connected(place)).listTools()
      await say(client, sessionId, `[${tools.map(({ name }) => name).join(' ')}]`)
      return
    }
    case 'team':
      if (deed.isLate) void callLate(deed, place)
      else await say(client, sessionId, `[${await callTeam(place, deed)}]`)
      return
    case 'garbage':
      for (let line = 0; line < deed.lines; line += 1) life.write(`not json ${line}\n[]\n{"id":99}\n`)
      return
    case 'crash':
      return life.exit(3)
    case 'fail':
      throw new RequestError(deed.code, deed.message)
    case 'hang':
      note(life, { hangs: sessionId })
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return deed.isDeaf ? new Promise(() => {}) : 'cancelled'
    case 'stop':
      return deed.reason as StopReason
  }
}
