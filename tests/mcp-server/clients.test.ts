import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SessionId } from '@convene/domain'
import { temporaryFolder } from '@convene/testkit'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { startedFast } from '../e2e/launch.ts'
import { served } from './served.ts'

const launcher = resolve(import.meta.dirname, '../../apps/cli/bin/convene.mjs')
const revisions = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'auto'],
] as const
type Negotiation = (typeof revisions)[number][1]
type Form = (message: string) => object | undefined

/** A client of either protocol revision. Its user fills in forms, or closes them. */
function newClient(mode: Negotiation, form?: Form): Client {
  const capabilities = form ? { elicitation: { form: {} } } : {}
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } })
  if (form)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const content = form(params.message) as { [name: string]: string } | undefined
      return content ? { action: 'accept', content } : { action: 'decline' }
    })
  onTestFinished(() => client.close())
  return client
}

/** Folders that know nothing of this machine. */
function folders() {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const [home, workspace] = [folder.file('home'), folder.file('workspace')]
  for (const path of [home, workspace]) mkdirSync(path, { mode: 0o700 })
  return { root: folder.path, home, workspace }
}

/** `convene mcp` as a client starts it, with the rehearsal as its model. */
async function overStdio(mode: Negotiation, form?: Form): Promise<Client> {
  const { root, home, workspace } = folders()
  const client = newClient(mode, form)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: root,
    CONVENE_HOME: home,
    CONVENE_REHEARSAL_PACE: '0',
    ...startedFast,
  }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [launcher, 'mcp'],
      cwd: workspace,
      env,
      stderr: 'ignore',
    }),
  )
  return client
}

async function overHttp(mode: Negotiation) {
  const { home, workspace } = folders()
  const { program, server } = await served({ home, workspace, environment: { CONVENE_REHEARSAL_PACE: '0' } })
  const client = newClient(mode, () => ({ decision: 'approve' }))
  const requestInit = { headers: { authorization: `Bearer ${server.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit }))
  return { client, program }
}

/** Longer than anything here takes on a busy machine. */
const wait = 100
const patient = { timeout: wait * 1_100 }
const panel = { name: 'run_team', arguments: { goal: 'Should we use tabs?', mode: 'panel', wait } }

test.each(revisions)(
  'over stdio in revision %s a panel runs, its gate is a form, and its result can be read',
  async (revision, mode) => {
    const shown: string[] = []
    const client = await overStdio(mode, (message) => {
      shown.push(message)
      return { decision: 'approve' }
    })
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const progress: string[] = []
    const { structuredContent } = await client.callTool(panel, {
      ...patient,
      onprogress: ({ message = '' }) => progress.push(message),
    })
    expect(structuredContent).toMatchObject({ state: 'completed', rehearsal: true, waiting: [] })
    expect(shown).toEqual([expect.stringContaining('Decide this?')])
    expect(progress).toContain('architect has begun.')
    const { session } = structuredContent as { session: string }
    const { decisions } = (await client.callTool({ name: 'get_decision', arguments: { session } }))
      .structuredContent as {
      decisions: readonly object[]
    }
    expect(decisions).toMatchObject([{ topic: expect.any(String), votes: expect.any(Object) }])
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([`convene://sessions/${session}`])
    const read = await client.readResource({ uri: `convene://sessions/${session}/report` })
    expect(read.contents[0]).toMatchObject({ text: expect.stringContaining('Executive Summary') })
    const prompt = await client.getPrompt({ name: 'panel', arguments: { about: 'Tabs?' } })
    expect(prompt.messages[0]?.content).toMatchObject({ text: expect.stringContaining('run_team') })
  },
)

test('a form that the user closes leaves the gate to Convene, and the run can be stopped', async () => {
  const client = await overStdio('auto', () => undefined)
  const { structuredContent } = await client.callTool(panel, patient)
  expect(structuredContent).toMatchObject({ state: 'waiting', waiting: [{ kind: 'gate' }] })
  const { session } = structuredContent as { session: string }
  const listed = await client.callTool({ name: 'list_approvals', arguments: {} })
  expect(listed.structuredContent).toMatchObject({ approvals: [{ session, kind: 'gate' }] })
  const stopped = await client.callTool({ name: 'stop_team', arguments: { session } })
  expect(stopped.structuredContent).toMatchObject({ state: 'cancelled' })
})

test.each(revisions)(
  'over HTTP in revision %s the gate waits until the user passes it in Convene',
  async (revision, mode) => {
    const { client, program } = await overHttp(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['run_team', 'wait_for_team', 'ask_team', 'stop_team'],
      ...['list_sessions', 'get_decision', 'list_approvals'],
    ])
    const waiting = (await client.callTool(panel, patient)).structuredContent as { session: string; state: string }
    expect(waiting.state).toBe('waiting')
    const session = waiting.session as SessionId
    await (await program.engine()).resume(session, { type: 'approve', by: 'user' })
    const done = await client.callTool({ name: 'wait_for_team', arguments: { session, wait } }, patient)
    expect(done.structuredContent).toMatchObject({ session, state: 'completed' })
    const asked = await client.callTool(
      { name: 'ask_team', arguments: { session, question: 'And why?', wait } },
      patient,
    )
    expect(asked.isError).toBeFalsy()
  },
)

const hello = {
  mcp: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  acp: { protocolVersion: 1, clientCapabilities: {} },
}

test.each(['mcp', 'acp'] as const)('convene %s exits if its client died before the first answer', async (command) => {
  const { root, home, workspace } = folders()
  const child = spawn(process.execPath, [launcher, command], {
    cwd: workspace,
    env: { PATH: process.env.PATH ?? '', HOME: root, CONVENE_HOME: home, ...startedFast },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  // Only the output is closed: the end of the input may come before or after it.
  child.stdout.destroy()
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello[command] })}\n`)
  await once(child, 'exit')
})
