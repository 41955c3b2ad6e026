import { listOf, type SessionId } from '@convene/domain'
import { openProgram } from '@convene/host'
import { answers, calls, fails, folderOf, hangs, type ScriptedModel, says, scriptedModel } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { agentTokenOf } from '../../apps/server/src/security/proof.ts'
import { type Served, served, until } from '../../apps/server/src/server.fixture.ts'

const settings = {
  model: 'local/x',
  server: { openai: true },
  providers: { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
}

async function asked(model: ScriptedModel | undefined, more: object = {}) {
  const files = { 'config.json': JSON.stringify({ ...settings, ...more }) }
  const server = await served({ files, ...(model && { model }) })
  onTestFinished(server.remove)
  const send = (path: string, body?: unknown, init: RequestInit = {}) =>
    server.fetch(path, {
      headers: { authorization: `Bearer ${agentTokenOf(server.token)}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...init,
    })
  return { ...server, send, chat: (body: object, init?: RequestInit) => send('/v1/chat/completions', body, init) }
}

const user = (content: unknown) => ({ role: 'user', content })
const one = { model: 'convene/agent', messages: [user('Why?')] }
const phaseIn = async ({ open }: Pick<Served, 'open'>): Promise<string | undefined> =>
  (await (await open.program.store()).log.list({ limit: 1 }))[0]?.phase

test('each mode and team is a model, and a read-only team answers a chat', async () => {
  const model = scriptedModel(answers(({ agent }) => `I am ${agent}.`))
  const { send, chat, open } = await asked(model)
  const { data } = (await (await send('/v1/models')).json()) as { data: readonly { id: string }[] }
  expect(data.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['convene/auto', 'convene/panel', 'convene/quick-panel']),
  )
  const response = await (await chat({ ...one, model: 'convene/broadcast', temperature: 0 })).json()
  expect(response).toMatchObject({
    object: 'chat.completion',
    model: 'convene/broadcast',
    choices: [{ message: { role: 'assistant', content: expect.stringContaining('## ') }, finish_reason: 'stop' }],
    usage: { total_tokens: expect.any(Number) },
  })
  expect(model.requests.flatMap(({ tools }) => tools.filter(({ readOnly }) => !readOnly))).toEqual([])
  const state = await (await open.program.engine()).state(
    (response as { metadata: { session: SessionId } }).metadata.session,
  )
  expect(state?.run?.settings).toMatchObject({ startedBy: 'openai', readOnly: true })
})

test('an answer that was cut off says so, and how the run ended', async () => {
  const { chat, send } = await asked(scriptedModel(answers(() => says('Half of', { finish: 'length' }))))
  const metadata = { state: 'cancelled', reason: 'limit:length' }
  expect(await (await chat(one)).json()).toMatchObject({ choices: [{ finish_reason: 'length' }], metadata })
  const response = await (await send('/v1/responses', { model: one.model, input: 'Why?' })).json()
  expect(response).toMatchObject({ status: 'incomplete', metadata })
})

test('earlier messages are quoted below the last question, not part of it', async () => {
  const model = scriptedModel(says('Because.'))
  const { chat, open } = await asked(model)
  const before = [{ role: 'system', content: 'Be brief.' }, user([{ type: 'text', text: 'Tabs?' }])]
  await chat({ ...one, messages: [...before, { role: 'assistant', content: 'Spaces.' }, user('Why?')] })
  const [row] = await (await open.program.store()).log.list({ limit: 1 })
  expect(row?.title).toContain('Why?')
  const text = JSON.stringify(model.requests[0])
  for (const part of ['system: Be brief.', 'user: Tabs?', 'assistant: Spaces.']) expect(text).toContain(part)
})

test('a stream reports who is working, then the answer, then ends', async () => {
  const { chat } = await asked(scriptedModel(says('Because.')))
  const response = await chat({ ...one, stream: true, stream_options: { include_usage: true } })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const lines = (await response.text()).split('\n\n').filter((line) => line.startsWith('data: '))
  expect(lines.pop()).toBe('data: [DONE]')
  const chunks = lines.map((line) => JSON.parse(line.slice(6)))
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Because.')
  expect(chunks.some(({ choices }) => choices[0]?.delta.reasoning_content)).toBe(true)
  expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
})

test.each([[false], [true]])('the team stops if the caller disconnects (stream: %s)', async (stream) => {
  const server = await asked(scriptedModel(hangs()))
  const abort = new AbortController()
  const asking = server.chat({ ...one, stream }, { signal: abort.signal }).then((response) => response.text())
  asking.catch(() => undefined)
  await until(async () => (await phaseIn(server)) !== undefined)
  abort.abort()
  await until(async () => (await phaseIn(server)) === 'cancelled')
})

test.each([
  [{ ...one, model: 'gpt-4o' }, 404, 'model_not_found'],
  [{ ...one, model: 'convene/constructor' }, 404, 'model_not_found'],
  [{ ...one, messages: [] }, 400, 'bad_request'],
  [{ ...one, messages: [{ role: 'system', content: 'x' }] }, 400, 'bad_request'],
  [{ ...one, messages: [user([{ type: 'image_url', image_url: { url: 'x' } }])] }, 400, 'bad_request'],
  [{ ...one, tool_choice: 'required' }, 400, 'tools_unsupported'],
  [{ ...one, n: 3 }, 400, 'bad_request'],
  ['{', 400, 'bad_json'],
])('%j is refused with %i %s, and starts nothing', async (body, status, code) => {
  const server = await asked(scriptedModel(says('x')))
  const response = await server.send('/v1/chat/completions', body)
  expect([response.status, await response.json()]).toEqual([status, { error: expect.objectContaining({ code }) }])
  expect(await phaseIn(server)).toBeUndefined()
})

test('an action that would need an approval is denied, because nobody can be asked', async () => {
  const model = scriptedModel(calls('webfetch', { url: 'https://example.com/' }), says('I could not look.'))
  const { chat } = await asked(model)
  expect(await (await chat(one)).json()).toMatchObject({ choices: [{ message: { content: 'I could not look.' } }] })
})

test('a team without an answer returns an error in this API’s format', async () => {
  const { chat } = await asked(scriptedModel(fails('unauthorized')))
  const response = await chat(one)
  expect([response.status, await response.json()]).toMatchObject([502, { error: { code: 'team_failed' } }])
})

test('without a connected model there is no rehearsal, because a program would take it for an answer', async () => {
  const { chat } = await asked(undefined, { model: undefined, providers: {} })
  expect((await chat(one)).status).toBe(503)
})

test('at most 4 teams work at once, so that a server that calls itself stops', async () => {
  const server = await asked(scriptedModel(hangs(), hangs(), hangs(), hangs()))
  const abort = new AbortController()
  for (let count = 0; count < 4; count += 1) server.chat(one, { signal: abort.signal }).catch(() => undefined)
  const { log } = await server.open.program.store()
  await until(async () => (await log.list({ limit: 9 })).length === 4)
  expect((await server.chat(one)).status).toBe(429)
  abort.abort()
  await until(async () => (await log.list({ limit: 9 })).every(({ phase }) => phase === 'cancelled'))
})

test('the API is off unless the settings enable it, and requires a token', async () => {
  const off = await asked(scriptedModel(says('x')), { server: {} })
  expect((await off.chat(one)).status).toBe(404)
  const server = await asked(scriptedModel(says('x')))
  for (const path of ['/v1/models', '/v1/chat/completions', '/v1/x'])
    expect((await server.fetch(path)).status).toBe(401)
  expect((await server.fetch('/v1/models', { headers: { origin: 'http://evil.example' } })).status).toBe(403)
})

test('another Convene can use it as a provider', async () => {
  const { address, token } = await asked(scriptedModel(says('Because.')))
  const home = folderOf({
    'config.json': JSON.stringify({
      model: 'teams/convene/agent',
      providers: { teams: { type: 'openai-compatible', baseURL: `${address}/v1`, apiKey: agentTokenOf(token) } },
    }),
  })
  const { program, close } = openProgram({ home, workspace: folderOf(), environment: {}, version: '1' })
  onTestFinished(close)
  const request = { session: 'S' as SessionId, model: 'teams/convene/agent', system: '', tools: [], maxOutput: 100 }
  const more = {
    idleMs: 9_000,
    workspace: program.workspace,
    directory: program.workspace,
    agent: 'a',
    conversation: '1',
  }
  const lines = listOf({ role: 'user', text: 'Why?' } as const)
  let text = ''
  for await (const part of (await program.model()).stream({ ...request, ...more, lines }, new AbortController().signal))
    if (part.type === 'text') text += part.text
  expect(text).toBe('Because.')
})
