import type { SessionId } from '@convene/domain'
import { contract, type Route, type RouteName } from '@convene/protocol'
import { answers, calls, says, scriptedModel } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { callTo } from '../gateways/raw-client.ts'
import { called, type Somebody, type TeamServerFixture, teamServer } from './team-server.ts'

/** Each agent asks to run a command. Read-only ones just say something. */
const model = scriptedModel(
  answers(({ agent }) => (agent === 'architect' ? says('Said.') : calls('bash', { command: 'touch made' }))),
)
const server = (await teamServer({ model })) as TeamServerFixture
afterAll(() => server?.close())

/** What Ana has in her space. Eve, an admin of another space, knows all the names. */
type Theirs = {
  readonly session: string
  readonly ask: string
  readonly deleted: string
  readonly upload: string
  readonly person: string
  readonly token: string
  readonly overMcp: string
  readonly renamed: string
}
type Tried = { readonly path: string; readonly body?: unknown }

const command = (session: string, body: object): Tried => ({ path: `/api/sessions/${session}/commands`, body })

const commands: readonly object[] = [
  { type: 'run', goal: 'Again.', agents: ['architect'], mode: 'agent' },
  { type: 'approve' },
  { type: 'reject', feedback: 'No.' },
  { type: 'answer', text: 'Yes.' },
  { type: 'message', text: 'Stop this.' },
  { type: 'pause' },
  { type: 'resume' },
  { type: 'stop' },
  { type: 'reset' },
  { type: 'propose', topic: 'Which?', options: ['A', 'B'] },
  { type: 'vote', decision: 'd1', option: 'A' },
  { type: 'pick', message: '1' },
  { type: 'resolve', decision: 'd1', outcome: 'none' },
  { type: 'revert', artifact: 'd1' },
  { type: 'fork' },
  { type: 'fork', at: 1, keepFiles: true },
  { type: 'fork', change: { type: 'without', seat: 'coder' } },
]

/** Every call that can name something of another person. If one is missing here, a test fails. */
const attempts: { readonly [Name in RouteName]?: (theirs: Theirs) => readonly Tried[] } = {
  session: ({ session }) => [{ path: `/api/sessions/${session}` }],
  updateSession: ({ session }) => [{ path: `/api/sessions/${session}`, body: { title: 'Mine' } }],
  deleteSession: ({ session }) => [{ path: `/api/sessions/${session}` }],
  restoreSession: ({ deleted }) => [{ path: '/api/trash/restore', body: { id: deleted } }],
  events: ({ session }) =>
    ['', '?tail=5', '?deltas=1'].map((query) => ({ path: `/api/sessions/${session}/events${query}` })),
  event: ({ session }) => [{ path: `/api/sessions/${session}/events/1` }],
  image: ({ session, upload }) => [{ path: `/api/sessions/${session}/events/1/images/${upload}` }],
  command: ({ session, deleted }) => [session, deleted].flatMap((id) => commands.map((body) => command(id, body))),
  uploadToSession: ({ session }) => [{ path: `/api/sessions/${session}/files?name=a.txt`, body: 'words' }],
  exportSession: ({ session, deleted }) =>
    [session, deleted].flatMap((id) =>
      ['', '?format=md', '?format=json', '?redact=1'].map((query) => ({ path: `/api/sessions/${id}/export${query}` })),
    ),
  compareSessions: ({ session, deleted }) => [
    { path: `/api/compare?a=${session}&b=${session}` },
    { path: `/api/compare?a=${session}&b=${deleted}` },
  ],
  answerApproval: ({ ask }) =>
    ['once', 'session', 'deny'].map((answer) => ({ path: `/api/approvals/${ask}`, body: { answer } })),
  review: ({ session }) => [{ path: `/api/sessions/${session}/review` }],
  land: ({ session }) =>
    ['keep', 'undo', 'commit', 'pull-request'].map((type) => ({
      path: `/api/sessions/${session}/review`,
      body: { type },
    })),
  comment: ({ session }) =>
    [
      { type: 'comment', path: 'made', side: 'new', line: 1, text: 'No.', send: true },
      { type: 'resolve', comment: 'c1' },
      { type: 'send' },
    ].map((body) => ({ path: `/api/sessions/${session}/review/comments`, body })),
  look: ({ session }) => [{ path: `/api/sessions/${session}/look`, body: {} }],
  removeMember: ({ person }) => [{ path: `/api/members/${person}` }],
  revokeTokens: ({ person }) => [{ path: `/api/members/${person}/tokens` }],
  revokeToken: ({ token }) => [{ path: `/api/tokens/${token}` }],
  createToken: ({ person }) => [{ path: '/api/tokens', body: { name: 'mine', person } }],
  createSession: ({ upload }) => [
    { path: '/api/sessions', body: { goal: 'Read it.', agents: ['architect'], mode: 'agent', attachments: [upload] } },
  ],
  preview: ({ upload }) => [{ path: '/api/preview', body: { goal: 'Read it.', attachments: [upload] } }],
  grading: () => [{ path: '/api/evals/last/grading' }],
  grade: () => [{ path: '/api/evals/last/grading', body: { pair: 'x', better: 'first' } }],
}

/** Calls that name only the server's own files, which everyone shares, or the caller's own things. */
const namesNobodys: readonly RouteName[] = [
  ...(['agent', 'saveAgent', 'deleteAgent', 'team', 'saveTeam', 'deleteTeam', 'example', 'hook'] as const),
  ...(['saveKey', 'testKey', 'deleteKey', 'tryServer', 'approveServer', 'saveSpaceKey', 'deleteSpaceKey'] as const),
  // Gives a role in the caller's own space.
  'setRole',
]

async function made(ana: Somebody): Promise<Theirs> {
  const run = { goal: 'Do it.', agents: ['coder'], mode: 'agent' }
  const { id: session } = given(await ana.client.createSession(run))
  const [ask] = await until(async () => {
    const { items } = given(await ana.client.approvals())
    return items.length > 0 && items
  })
  const { id: deleted } = given(await ana.client.createSession({ ...run, agents: ['architect'] }))
  await until(async () => given(await ana.client.session({ id: deleted })).session.phase === 'completed')
  given(await ana.client.deleteSession({ id: deleted }))
  const { hash: upload } = given(await ana.client.upload({ file: new TextEncoder().encode('a secret'), name: 'a.txt' }))
  const asked = await callTo(fetch, { address: server.address, token: ana.token })('run_team', {
    arguments: { goal: 'Say it.', agents: ['architect'], mode: 'agent', wait: 60 },
  })
  const overMcp = String(asked.value.session)
  const { id: renamed } = given(await ana.client.createSession({ ...run, agents: ['architect'] }))
  await until(async () => given(await ana.client.session({ id: renamed })).session.phase === 'completed')
  return { session, renamed, ask: ask?.id ?? '', deleted, upload, person: ana.id, token: ana.tokenId, overMcp }
}

/** Everything Ana has, apart from the session that she renames herself. */
const everything = async ({ client }: Somebody, { renamed }: Theirs) => {
  const items = given(await client.sessions()).items.filter(({ id }) => id !== renamed)
  const events = await Promise.all(items.map(async ({ id }) => given(await client.events({ id })).items))
  const others = [given(await client.deletedSessions()), given(await client.approvals()), given(await client.members())]
  return { items, events, others, tokens: given(await client.tokens()).items.map(({ id }) => id) }
}

describe.skipIf(!server)('a person who knows every name in another space', () => {
  let [ana, eve, theirs, before] = [] as unknown as [Somebody, Somebody, Theirs, Awaited<ReturnType<typeof everything>>]
  beforeAll(async () => {
    ana = await server.somebody(await server.newSpace(), 'admin', 'Ana')
    eve = await server.somebody(await server.newSpace(), 'admin', 'Eve')
    theirs = await made(ana)
    before = await everything(ana, theirs)
  })

  test('is tested with each call that names something', () => {
    const naming = (Object.entries(contract) as [RouteName, Route][]).filter(([, { path }]) => path.includes(':'))
    const tried = [...Object.keys(attempts), ...namesNobodys]
    expect(naming.map(([name]) => name).filter((name) => !tried.includes(name))).toEqual([])
  })

  test.each(Object.keys(attempts) as RouteName[])('finds nothing with %s', async (name) => {
    // A token can never create tokens.
    const ways = name === 'createToken' ? [true] : [false, true]
    for (const each of attempts[name]?.(theirs) ?? [])
      for (const page of ways) {
        const { status, text } = await answered(eve, page, contract[name].method, each)
        expect([each, status, text]).toEqual([each, expect.toSatisfy(isRefusal), text])
        expect(text).not.toMatch(/Do it\.|a secret|Ana/u)
      }
  })

  test.each([
    ['wait_for_team', { wait: 0 }],
    ['ask_team', { question: 'Why?', wait: 0 }],
    ['stop_team', {}],
    ['get_decision', {}],
  ])('finds nothing over MCP with %s', async (tool, more) => {
    const call = callTo(fetch, { address: server.address, token: eve.token })
    for (const session of [theirs.session, theirs.overMcp, theirs.overMcp.slice(-8), theirs.deleted]) {
      const answer = await call(tool, { arguments: { session, ...more } })
      expect([answer.refused ?? answer.error?.message, answer.value]).toEqual([
        expect.stringContaining('No session'),
        {},
      ])
    }
    expect((await call('list_sessions')).value).toEqual({ sessions: [] })
    expect((await call('list_approvals')).value).toEqual({ approvals: [] })
  })

  test('finds nothing to read, stop, follow or continue over A2A', async () => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Stop.' }] }
    for (const id of [theirs.session, theirs.overMcp]) {
      const tried = [
        ['GetTask', { id }],
        ['CancelTask', { id }],
        ['SubscribeToTask', { id }],
        ['SendMessage', { message: { ...message, taskId: id } }],
        ['SendMessage', { message: { ...message, contextId: id } }],
      ] as const
      for (const [method, params] of tried) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${eve.token}`,
          'a2a-version': '1.0',
        }
        const text = await (await fetch(`${server.address}/a2a`, { method: 'POST', headers, body })).text()
        expect([method, text]).toEqual([method, expect.stringContaining('No task')])
      }
    }
  })

  test('cannot continue an answer over the OpenAI API', async () => {
    const bodies = [
      ['/v1/responses', { model: 'convene/agent', input: 'And?', previous_response_id: `resp_${theirs.overMcp}_0` }],
      ['/v1/responses', { model: 'convene/agent', input: 'And?', metadata: { session: theirs.overMcp } }],
      [
        '/v1/chat/completions',
        {
          model: 'convene/agent',
          messages: [{ role: 'user', content: 'And?' }],
          metadata: { session: theirs.overMcp },
        },
      ],
    ] as const
    for (const [path, body] of bodies) {
      const response = await called(server.address, path, {
        token: eve.token,
        method: 'POST',
        body: JSON.stringify(body),
      })
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        404,
        { error: { code: 'session_not_found' } },
      ])
    }
  })

  test('receives nothing in event streams, change streams, or from the server that runs the session', async () => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${eve.token}` }
    const events = await fetch(`${server.address}/api/sessions/${theirs.session}/events?deltas=1`, { headers })
    const words = await fetch(`${server.address}/servers/sessions/${theirs.session}/text`, { headers })
    expect([events.status, words.status]).toEqual([404, 403])
    const end = new AbortController()
    const changes = await fetch(`${server.address}/api/changes`, { headers, signal: end.signal })
    const heard = changes.body?.pipeThrough(new TextDecoderStream()).getReader()
    given(await ana.client.updateSession({ id: theirs.renamed, title: 'Renamed' }))
    const { id } = given(await eve.client.createSession({ goal: 'Mine.', agents: ['architect'], mode: 'agent' }))
    let text = ''
    while (heard && !text.includes(id)) text += (await heard.read()).value ?? ''
    end.abort()
    expect([text.includes(theirs.renamed), text.includes('Renamed')]).toEqual([false, false])
  })

  test('has changed nothing in the end', async () => {
    const { blobs } = await server.program.store()
    expect(await blobs.get({ session: theirs.session as SessionId }, theirs.upload)).toBeUndefined()
    expect(await everything(ana, theirs)).toEqual(before)
  })
})

const isRefusal = (status: unknown): boolean => status === 404 || status === 403

/** With a token, or as the page of a logged-in person. */
async function answered({ token }: Somebody, page: boolean, method: string, { path, body }: Tried) {
  const sent = { method, ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }) }
  const sending = page ? server.asPage(token, path, sent) : called(server.address, path, { token, ...sent })
  const response = await sending
  return { status: response.status, text: await response.text() }
}
