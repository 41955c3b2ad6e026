import { type Message, Role, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import type { SessionId } from '@convene/domain'
import { pendingAnswers } from '@convene/host'
import { answers, fails, hangs, type ScriptedModel, says, scriptedModel } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { agentTokenOf } from '../../apps/server/src/security/proof.ts'
import { given, served, until } from '../../apps/server/src/server.fixture.ts'
import { callTo } from './raw-client.ts'

const settings = {
  model: 'local/x',
  server: { a2a: true },
  providers: { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
}

/** A server, and the protocol's own client with the agent token. */
async function asked(model: ScriptedModel) {
  const server = await served({ files: { 'config.json': JSON.stringify(settings) }, model })
  onTestFinished(server.remove)
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${agentTokenOf(server.token)}`)
    return fetch(input, { ...init, headers })
  }
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  })
  return { ...server, client: await factory.createFromUrl(server.address) }
}

const message = (text: string, more: Partial<Message> = {}) => ({
  tenant: '',
  message: {
    ...{ messageId: 'm1', contextId: '', taskId: '', role: Role.ROLE_USER, extensions: [], referenceTaskIds: [] },
    parts: [{ content: { $case: 'text' as const, value: text }, metadata: undefined, filename: '', mediaType: '' }],
    metadata: { mode: 'agent' },
    ...more,
  },
  configuration: undefined,
  metadata: undefined,
})

const stateOf = (task: unknown) => (task as Task).status?.state
const textIn = (parts: Message['parts'] = []) =>
  parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('')
const byId = (id: string) => ({ id, tenant: '', historyLength: undefined, metadata: undefined })

test('A2A is off until the settings enable it, and then requires the agent token, even for the card', async () => {
  const off = await served({})
  onTestFinished(off.remove)
  for (const [path, method] of [
    ['/a2a', 'POST'],
    ['/.well-known/agent-card.json', 'GET'],
  ] as const) {
    const headers = { authorization: `Bearer ${agentTokenOf(off.token)}` }
    expect((await fetch(`${off.address}${path}`, { method })).status).toBe(401)
    const response = await fetch(`${off.address}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('server.a2a')
  }
})

test('a message starts a read-only team, and the answer is an artifact', async () => {
  const model = scriptedModel(says('Because.'))
  const { client, open } = await asked(model)
  const card = await client.getAgentCard()
  expect(card.skills.map(({ id }) => id)).toEqual(expect.arrayContaining(['panel', 'team-quick-panel']))
  const task = (await client.sendMessage(message('Why?'))) as Task
  expect(stateOf(task)).toBe(TaskState.TASK_STATE_COMPLETED)
  expect(textIn(task.artifacts[0]?.parts)).toBe('Because.')
  const tools = model.requests.flatMap((request) => request.tools.filter(({ readOnly }) => !readOnly))
  expect(tools.map(({ name }) => name)).toEqual(['question'])
  expect(stateOf(await client.getTask(byId(task.id)))).toBe(TaskState.TASK_STATE_COMPLETED)
  expect((await client.listTasks({ pageSize: 10 } as never)).tasks.map(({ id }) => id)).toEqual([task.id])
  const state = await (await open.program.engine()).state(task.id as SessionId)
  expect(state?.run?.settings).toMatchObject({ startedBy: 'a2a', readOnly: true })
})

test('a stream reports who works, then the answer, then the end', async () => {
  const { client } = await asked(scriptedModel(says('Because.')))
  const updates: StreamResponse[] = []
  for await (const update of client.sendMessageStream(message('Why?'))) updates.push(update)
  const cases = updates.map(({ payload }) => payload?.$case)
  expect([cases[0], ...cases.slice(-2)]).toEqual(['task', 'artifactUpdate', 'statusUpdate'])
  const last = updates.at(-1)?.payload
  expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
  expect(cases.filter((each) => each === 'statusUpdate').length).toBeGreaterThan(1)
})

test('a task waits if only the user can answer, and no message from the caller counts as the answer', async () => {
  const plan = '## Topic\n\nTabs or spaces?\n\n## Options\n\nA: tabs\nB: spaces'
  const { client, open } = await asked(scriptedModel(answers(() => plan)))
  const task = (await client.sendMessage(message('Tabs or spaces?', { metadata: { mode: 'panel' } }))) as Task
  expect(stateOf(task)).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
  expect(textIn(task.status?.message?.parts)).toMatch(/Waits \(\w+\).*Callers cannot answer it\./su)
  for (const more of [{ taskId: task.id }, { contextId: task.id }])
    await expect(client.sendMessage(message('approve', more))).rejects.toThrow(/waiting for the user/u)
  const state = await (await open.program.engine()).state(task.id as never)
  expect(state && pendingAnswers(state)).toHaveLength(1)
  expect(stateOf(await client.cancelTask(byId(task.id) as never))).toBe(TaskState.TASK_STATE_CANCELED)
  await expect(client.cancelTask(byId(task.id) as never)).rejects.toThrow(/already ended/u)
})

test('a message in an ended task’s context is a separate task with its own answer', async () => {
  const model = scriptedModel(says('Because.'), says('Since 1999.'), says('Ada did.'))
  const { client } = await asked(model)
  const first = (await client.sendMessage(message('Why?'))) as Task
  const second = (await client.sendMessage(message('Since when?', { contextId: first.id }))) as Task
  const third = (await client.sendMessage(message('Who says so?', { contextId: first.contextId }))) as Task
  const all = [first, second, third]
  expect(new Set(all.map(({ id }) => id)).size).toBe(3)
  expect(new Set(all.map(({ contextId }) => contextId))).toEqual(new Set([first.id]))
  const read = await Promise.all(all.map(({ id }) => client.getTask(byId(id))))
  expect(read.map(({ artifacts }) => textIn(artifacts[0]?.parts))).toEqual(['Because.', 'Since 1999.', 'Ada did.'])
  expect(read.map(stateOf)).toEqual(all.map(() => TaskState.TASK_STATE_COMPLETED))
  expect(JSON.stringify(model.requests[1])).toContain('Because.')
  const listed = await client.listTasks({ pageSize: 10 } as never)
  expect(listed.tasks.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed())
})

test('a pending question can be cancelled without affecting the task before it', async () => {
  const { client } = await asked(scriptedModel(says('Because.'), hangs()))
  const first = (await client.sendMessage(message('Why?'))) as Task
  const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true }
  const asking = { ...message('Since when?', { contextId: first.id }), configuration }
  const second = (await client.sendMessage(asking)) as Task
  expect([stateOf(second), second.id]).toEqual([TaskState.TASK_STATE_WORKING, `${first.id}-1`])
  expect(stateOf(await client.getTask(byId(first.id)))).toBe(TaskState.TASK_STATE_COMPLETED)
  await expect(client.cancelTask(byId(first.id) as never)).rejects.toThrow(/already ended/u)
  expect(stateOf(await client.cancelTask(byId(second.id) as never))).toBe(TaskState.TASK_STATE_CANCELED)
  expect(textIn((await client.getTask(byId(first.id))).artifacts[0]?.parts)).toBe('Because.')
})

test('a question without an answer is a failed task', async () => {
  const { client } = await asked(scriptedModel(says('Because.'), fails('refused')))
  const first = (await client.sendMessage(message('Why?'))) as Task
  const second = (await client.sendMessage(message('Since when?', { contextId: first.id }))) as Task
  expect([stateOf(second), second.artifacts]).toEqual([TaskState.TASK_STATE_FAILED, []])
})

test('a run that lacks an answer is a failed task that says so, with what it has', async () => {
  const { client } = await asked(scriptedModel(says('Because.'), fails('refused')))
  const metadata = { mode: 'broadcast', agents: ['architect', 'security'] }
  const task = (await client.sendMessage(message('Why?', { metadata }))) as Task
  expect(stateOf(task)).toBe(TaskState.TASK_STATE_FAILED)
  expect(textIn(task.status?.message?.parts)).toContain('Incomplete: 1 of 2 answered')
  expect(textIn(task.artifacts[0]?.parts)).toContain('Because.')
})

test('a message to a working team joins its run', async () => {
  const { client, open } = await asked(scriptedModel(hangs()))
  const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true }
  const task = (await client.sendMessage({ ...message('Why?'), configuration })) as Task
  const joined = (await client.sendMessage({ ...message('Be brief.', { taskId: task.id }), configuration })) as Task
  expect([joined.id, stateOf(joined)]).toEqual([task.id, TaskState.TASK_STATE_WORKING])
  const { messages } = (await (await open.program.engine()).state(task.id as never)) ?? {}
  expect(messages?.size).toBe(2)
  await client.cancelTask(byId(task.id) as never)
})

test('a task continues if the caller does not wait, until it is cancelled', async () => {
  const { client } = await asked(scriptedModel(hangs()))
  const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true }
  const task = (await client.sendMessage({ ...message('Why?'), configuration })) as Task
  expect(stateOf(task)).toBe(TaskState.TASK_STATE_WORKING)
  expect(stateOf(await client.getTask(byId(task.id)))).toBe(TaskState.TASK_STATE_WORKING)
  expect(stateOf(await client.cancelTask(byId(task.id) as never))).toBe(TaskState.TASK_STATE_CANCELED)
})

test('at most four teams work at once, and the user’s own sessions are hidden', async () => {
  const { client, open, token, fetch: send } = await asked(scriptedModel(...Array.from({ length: 6 }, hangs)))
  const configuration = { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true }
  for (let count = 0; count < 4; count += 1) await client.sendMessage({ ...message('Why?'), configuration })
  await expect(client.sendMessage(message('And?'))).rejects.toThrow(/4 teams/u)
  await send('/api/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ goal: 'Mine.', agents: ['coder'] }),
  })
  const rows = async () => (await open.program.store()).log.list({ limit: 10 })
  await until(async () => (await rows()).some(({ title }) => title === 'Mine.'))
  const own = (await rows()).find(({ title }) => title === 'Mine.')
  await expect(client.getTask(byId(own?.id ?? ''))).rejects.toThrow(/No task/u)
  await expect(client.cancelTask(byId(own?.id ?? '') as never)).rejects.toThrow(/No task/u)
})

test.each([
  ['data', { parts: [{ content: { $case: 'data', value: { a: 1 } } }] }, /Only text/u],
  ['no goal', { parts: [] }, /Write a goal/u],
  ['an unknown mode', { metadata: { mode: 'sudo' } }, /metadata\.mode/u],
  ['a team file', { metadata: { team: './evil.json' } }, /team/iu],
  ['an unknown task', { taskId: '01KE0000000000000000000009' }, /No task/u],
  ['an unknown context', { contextId: '01KE0000000000000000000009' }, /No task/u],
])('%s is refused with an explanation', async (_what, more, words) => {
  const { client } = await asked(scriptedModel(says('No.')))
  await expect(client.sendMessage(message('Why?', more as never))).rejects.toThrow(words)
})

test('a refused stream says why instead of breaking off', async () => {
  const { client } = await asked(scriptedModel(says('No.')))
  const [unknown, first] = ['01KE0000000000000000000009', (stream: AsyncGenerator) => stream.next()]
  await expect(first(client.resubscribeTask(byId(unknown) as never))).rejects.toThrow(/No task/u)
  await expect(first(client.sendMessageStream(message('Why?', { taskId: unknown })))).rejects.toThrow(/No task/u)
})

test('an ended task takes no messages, and a task in another context or that never started is not found', async () => {
  const { client } = await asked(scriptedModel(says('One.'), says('Two.')))
  const [one, two] = [await client.sendMessage(message('1?')), await client.sendMessage(message('2?'))] as Task[]
  const taskId = one?.id ?? ''
  await expect(client.sendMessage(message('More.', { taskId }))).rejects.toThrow(/context id/u)
  await expect(client.sendMessage(message('More.', { taskId, contextId: two?.id ?? '' }))).rejects.toThrow(/No task/u)
  for (const id of [`${taskId}-1`, `${taskId}-0`, `${taskId}-999999999999`, `${taskId}-x`])
    await expect(client.getTask(byId(id))).rejects.toThrow(/No task/u)
})

test.each([-1, 0, 1.5, 101, 2 ** 31])('a list of %d tasks is refused', async (pageSize) => {
  const { address, token } = await asked(scriptedModel())
  const response = await fetch(`${address}/a2a`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${agentTokenOf(token)}`,
      'content-type': 'application/json',
      'a2a-version': '1.0',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: { pageSize } }),
  })
  expect(await response.text()).toContain('from 1 to 100')
})

test('teams started over MCP count here too', async () => {
  const { client, address, token } = await asked(scriptedModel(...Array(5).fill(hangs('Let me'))))
  const call = callTo((request) => fetch(request), { address, token: agentTokenOf(token) })
  for (const goal of ['1', '2', '3', '4'])
    expect((await call('run_team', { arguments: { goal, mode: 'agent', wait: 0 } })).refused).toBeUndefined()
  await expect(client.sendMessage(message('5'))).rejects.toThrow('4 teams that you started')
})

test('another Convene can give it a seat and gets its team’s answer', async () => {
  const { address, token } = await asked(scriptedModel(says('Because.')))
  const home = {
    model: 'far/agent',
    providers: { far: { type: 'a2a', baseURL: address, apiKey: agentTokenOf(token) } },
  }
  const near = await served({ files: { 'config.json': JSON.stringify(home) } })
  onTestFinished(near.remove)
  const { id } = given(await near.client.createSession({ goal: 'Why?', agents: ['coder'] }))
  await until(async () => given(await near.client.session({ id })).session.phase === 'completed')
  const { items } = given(await near.client.events({ id, after: 0, limit: 500 }))
  const said = items.flatMap(({ type, data }) => (type === 'message' ? [(data as { text: string }).text] : []))
  expect(said).toEqual(['Why?', 'Because.'])
})
