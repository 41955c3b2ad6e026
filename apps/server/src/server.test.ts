import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createDomain, fromWire, type WireEvent } from '@convene/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, served, until } from './server.fixture.ts'

let server: Served

beforeAll(async () => {
  server = await served()
})

afterAll(() => server.remove())

/** A finished session of two agents. */
async function finished(goal = 'What should a newcomer read first?'): Promise<string> {
  const { id } = given(await server.client.createSession({ goal, agents: ['architect', 'security'] }))
  await until(async () => given(await server.client.session({ id })).session.phase === 'completed')
  return id
}

describe('a session', () => {
  test('is previewed, started, listed, shown, renamed, exported and deleted', async () => {
    const { client } = server
    const preview = given(await client.preview({ goal: 'Why?', agents: ['architect', 'security'] }))
    expect(preview).toMatchObject({ mode: 'broadcast', unconnected: true })
    expect(preview.seats.map(({ slug }) => slug)).toEqual(['architect', 'security'])
    expect(preview.estimate.calls).toBeGreaterThan(0)
    const id = await finished()
    const shown = given(await client.session({ id }))
    expect(shown.session).toMatchObject({
      id,
      mode: 'broadcast',
      phase: 'completed',
      messages: 3,
      workspace: server.workspace,
    })
    expect(shown.seats).toHaveLength(2)
    expect(shown.pending).toEqual([])
    given(await client.updateSession({ id, title: 'Reading list', pinned: true, tags: ['docs'] }))
    const { items } = given(await client.sessions({ query: 'reading', state: 'done' }))
    expect(items).toMatchObject([{ id, title: 'Reading list', pinned: true, tags: ['docs'] }])
    expect(given(await client.exportSession({ id }))).toContain('# Reading list')
    expect(JSON.parse(given(await client.exportSession({ id, format: 'json' })))).toMatchObject({ session: id })
    given(await client.deleteSession({ id }))
    expect(await client.session({ id })).toMatchObject({
      ok: false,
      refusal: { status: 404, code: 'session_not_found' },
    })
  })

  test('is opened from its end: the fold and the last events give the same state as the whole log', async () => {
    const { client } = server
    const id = await finished()
    const { state, session } = given(await client.session({ id }))
    const all: WireEvent[] = []
    for (let after: string | null = '0'; after !== null; ) {
      const page: { items: WireEvent[]; next: string | null } = given(
        await client.events({ id, after: Number(after), limit: 7 }),
      )
      all.push(...page.items)
      after = page.next
    }
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: session.seq }, (_, index) => index + 1))
    const back: WireEvent[] = []
    for (let before: number | undefined; ; ) {
      const page = given(await client.events({ id, tail: 6, ...(before !== undefined && { before }) }))
      back.unshift(...page.items)
      if (page.next === null) break
      before = Number(page.next)
    }
    expect(back).toEqual(all)
    given(await client.updateSession({ id, title: 'Later' }))
    const later = given(await client.events({ id, after: session.seq }))
    const folded = later.items.map(fromWire).reduce(createDomain().evolve, state)
    const now = given(await client.session({ id })).state
    expect({ ...folded, messages: now.messages, conversations: now.conversations }).toEqual(now)
  })

  test('gives one full event if the list has shortened it', async () => {
    const id = await finished('x'.repeat(3_000))
    const { items } = given(await server.client.events({ id, cut: 100, limit: 1 }))
    expect(items[0]).toMatchObject({ seq: 1, cut: true })
    const whole = given(await server.client.event({ id, seq: '1' }))
    expect((whole.data as { goal: string }).goal).toHaveLength(3_000)
    expect(await server.client.event({ id, seq: '999999' })).toMatchObject({ refusal: { code: 'event_not_found' } })
  })

  test('refuses commands that its state does not allow with 409, and records a warning', async () => {
    const id = await finished()
    const refused = await server.client.command({ id, type: 'pause' })
    expect(refused).toMatchObject({ ok: false, refusal: { status: 409, code: 'illegal_command' } })
    const { items } = given(await server.client.events({ id, tail: 1 }))
    expect(items[0]).toMatchObject({ type: 'warning', data: { code: 'illegal_command' } })
  })

  test('answers a follow-up, runs again, and is forked', async () => {
    const { client } = server
    const id = await finished()
    given(await client.command({ id, type: 'message', text: 'And then?' }))
    await until(async () => given(await client.session({ id })).session.messages > 5)
    given(await client.command({ id, type: 'run', goal: 'Once more', agents: ['ux'] }))
    await until(async () => {
      const { session, seats } = given(await client.session({ id }))
      return session.phase === 'completed' && seats[0]?.slug === 'ux'
    })
    const fork = given(await client.command({ id, type: 'fork', at: 'm1' }))
    expect(fork.id).toMatch(/^[0-9A-Z]{26}$/u)
    expect(given(await client.session({ id: fork.id as string })).session.messages).toBe(1)
  })

  test('quotes attached texts, shows attached images, and refuses anything else', async () => {
    const { client } = server
    const note = given(await client.upload({ file: new TextEncoder().encode('Ship on Friday.'), name: 'note.md' }))
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const seen = given(await client.upload({ file: picture, name: 'dot.png' }))
    const { id } = given(await client.createSession({ goal: 'Read this', attachments: [note, seen], agents: ['ux'] }))
    const { items } = given(await client.events({ id }))
    const message = items.find(({ type }) => type === 'message')?.data as { text: string; images: object[] }
    expect(message.text).toContain('Attachment "note.md":\n```\nShip on Friday.\n```')
    expect(message).toMatchObject({ attachments: ['note.md', 'dot.png'], images: [{ mediaType: 'image/png' }] })
    const bad = given(await client.uploadToSession({ id, file: new Uint8Array([0, 1, 2]), name: 'x.bin' }))
    expect(await client.command({ id, type: 'message', text: 'Look', attachments: [bad] })).toMatchObject({
      refusal: { code: 'bad_attachment' },
    })
    expect(await client.createSession({ goal: 'Read', attachments: ['0'.repeat(64)] })).toMatchObject({
      refusal: { status: 404, code: 'unknown_file' },
    })
  })
})

describe('an invalid call is explained', () => {
  test.each([
    ['an empty goal', '/api/sessions', { goal: ' ' }, 400, 'bad_request'],
    ['an unknown team', '/api/sessions', { goal: 'x', team: 'nobody' }, 404, 'unknown_team'],
    ['an unknown mode', '/api/sessions', { goal: 'x', mode: 'dance' }, 400, 'unknown_mode'],
    ['a missing folder', '/api/sessions', { goal: 'x', workspace: '/nowhere/at/all' }, 400, 'bad_workspace'],
    ['a relative path', '/api/sessions', { goal: 'x', workspace: '.' }, 400, 'bad_workspace'],
    ['an invalid call', '/api/tools/test', { call: 'git push' }, 400, 'bad_call'],
    ['an unknown route', '/api/nothing', {}, 404, 'not_found'],
  ])('%s', async (_, path, body, status, code) => {
    const response = await server.fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code } })
  })

  test.each([
    ['no JSON', '{', 400, 'bad_json'],
    ['too much', JSON.stringify({ goal: 'x'.repeat(1_100_000) }), 413, 'too_large'],
  ])('%s', async (_, body, status, code) => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
    const response = await server.fetch('/api/sessions', { method: 'POST', headers, body })
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      status,
      code,
    ])
  })

  test('a file of more than 20 MB', async () => {
    const headers = { authorization: `Bearer ${server.token}` }
    const response = await server.fetch('/api/files', { method: 'POST', headers, body: new Uint8Array(21_000_000) })
    expect(response.status).toBe(413)
  })
})

describe('the library', () => {
  const text = '---\nname: Ada\nslug: ada\n---\nAnswer in one sentence.\n'

  test('saves, shows, replaces and deletes an agent', async () => {
    const { client } = server
    expect(given(await client.checkAgent({ text }))).toMatchObject({ agent: { slug: 'ada' }, problems: [] })
    expect(given(await client.checkAgent({ agent: { name: 'Ada', temperature: 9 } })).problems).not.toEqual([])
    expect(given(await client.createAgent({ text }))).toMatchObject({ slug: 'ada' })
    expect(await client.createAgent({ text: `${text}More.` })).toMatchObject({ refusal: { status: 409 } })
    const agent = { name: 'Ada L.', slug: 'ada', prompt: 'Be brief.' }
    given(await client.saveAgent({ slug: 'ada', agent }))
    const shown = given(await client.agent({ slug: 'ada' }))
    expect(shown).toMatchObject({ agent: { name: 'Ada L.' }, source: 'user' })
    expect(shown.finalPrompt).toContain('Be brief.')
    expect(given(await client.agents()).items.some((each) => each.agent.slug === 'ada')).toBe(true)
    given(await client.deleteAgent({ slug: 'ada' }))
    expect(await client.agent({ slug: 'ada' })).toMatchObject({ refusal: { status: 404 } })
    expect(await client.deleteAgent({ slug: 'coder' })).toMatchObject({ refusal: { status: 403, code: 'built_in' } })
  })

  test('saves, shows, replaces and deletes a team, and suggests one', async () => {
    const { client } = server
    const team = { name: 'Duo', slug: 'duo', mode: 'broadcast', members: ['architect', 'security'] }
    expect(given(await client.checkTeam({ team: { ...team, mode: 'dance' } })).problems[0]?.message).toContain('dance')
    const told = { ...team, sharedContext: 'We ship on Fridays.' }
    const { prompts } = given(await client.checkTeam({ team: told, prompts: true }))
    expect(prompts.length).toBeGreaterThan(0)
    expect(prompts.every(({ text }) => text.includes('We ship on Fridays.'))).toBe(true)
    given(await client.createTeam({ team }))
    expect(await client.createTeam({ team: { ...team, name: 'Other' } })).toMatchObject({ refusal: { status: 409 } })
    given(await client.saveTeam({ slug: 'duo', team: { ...team, name: 'Duet' } }))
    expect(given(await client.team({ slug: 'duo' })).team.name).toBe('Duet')
    expect(given(await client.preview({ team: 'duo' })).seats).toHaveLength(2)
    given(await client.deleteTeam({ slug: 'duo' }))
    expect(await client.team({ slug: 'duo' })).toMatchObject({ refusal: { status: 404 } })
    expect(given(await client.suggestTeam({ goal: 'Review the code of this pull request' })).next).toBeNull()
  })

  test('shows every mode with its table', async () => {
    const { items } = given(await server.client.modes())
    expect(items.find(({ name }) => name === 'broadcast')?.transitions.idle).toEqual({ userSubmitted: 'running' })
  })
})

describe('settings', () => {
  test('are changed unless someone else changed them, and used by the next run', async () => {
    const { client } = server
    const { sources } = given(await client.settings())
    const digest = sources.find(({ layer }) => layer === 'user')?.digest ?? null
    const changes = [{ path: ['limits', 'maxTurns'], value: 7 }]
    const saved = given(await client.saveSettings({ digest, changes }))
    expect(saved.digest).not.toBe(digest)
    expect(given(await client.preview({})).limits.maxTurns).toBe(7)
    expect(await client.saveSettings({ digest, changes })).toMatchObject({ refusal: { status: 409 } })
    const bad = [{ path: ['limits', 'maxTurns'], value: 500 }]
    expect(await client.saveSettings({ digest: saved.digest, changes: bad })).toMatchObject({
      refusal: { code: 'settings_invalid' },
    })
    given(await client.saveSettings({ digest: saved.digest, changes: [{ path: ['limits'] }] }))
  })

  test('keys are accepted, stored for the user only, used, and never sent back', async () => {
    const { client } = server
    const secret = 'sk-very-secret-1234567890'
    given(await client.saveKey({ variable: 'OPENAI_API_KEY', value: secret }))
    expect(statSync(join(server.home, 'keys.json')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(server.home, 'keys.json'), 'utf8')).toContain(secret)
    const keys = given(await client.keys())
    expect(keys.items.find(({ variable }) => variable === 'OPENAI_API_KEY')?.from).toBe('kept')
    const models = given(await client.models())
    expect(models.providers.find(({ name }) => name === 'openai')?.configured).toBe(true)
    const everything = [keys, models, given(await client.settings()), given(await client.status())]
    expect(JSON.stringify(everything)).not.toContain(secret)
    expect(await client.saveKey({ variable: 'NODE_OPTIONS', value: 'x' })).toMatchObject({
      refusal: { code: 'unknown_key' },
    })
    given(await client.deleteKey({ variable: 'OPENAI_API_KEY' }))
    expect(given(await client.models()).default.model).toBe('rehearsal/offline')
  })

  test('secrets in settings are hidden, and cannot be saved in hidden form', async () => {
    const { client } = server
    const { sources } = given(await client.settings())
    const digest = sources[0]?.digest ?? null
    const changes = [{ path: ['providers', 'own'], value: { baseURL: 'http://127.0.0.1:1', apiKey: 'hush-hush' } }]
    const saved = given(await client.saveSettings({ digest, changes }))
    const shown = JSON.stringify(given(await client.settings()))
    expect(shown).not.toContain('hush-hush')
    const again = [{ path: ['providers', 'own', 'apiKey'], value: '•••' }]
    expect(await client.saveSettings({ digest: saved.digest, changes: again })).toMatchObject({
      refusal: { code: 'hidden_value' },
    })
    given(await client.saveSettings({ digest: saved.digest, changes: [{ path: ['providers'] }] }))
  })

  test('tools are listed, and rules can be tested without running anything', async () => {
    const { client } = server
    expect(given(await client.tools()).items.map(({ name }) => name)).toContain('bash')
    const tried = given(await client.testTool({ call: 'bash:git push && rm x' }))
    expect(tried).toMatchObject({ action: 'ask', tool: 'bash' })
    expect(tried.of.length).toBeGreaterThan(1)
  })
})

describe('workspaces', () => {
  test('recent ones, folders to pick and trust are shown', async () => {
    const { client, workspace } = server
    expect(given(await client.workspaces()).items).toMatchObject([{ path: workspace, current: true }])
    expect(given(await client.folders({ path: join(workspace, '..') })).items.map(({ name }) => name)).toContain(
      'workspace',
    )
    const chosen = join(workspace, 'chosen')
    mkdirSync(chosen)
    execFileSync('git', ['init', '--quiet', '--initial-branch', 'next'], { cwd: chosen })
    expect(given(await client.workspaces({ workspace: chosen })).items).toContainEqual(
      expect.objectContaining({ path: chosen, branch: 'next', sessions: 0 }),
    )
    expect(given(await client.workspaces({ workspace: join(workspace, 'none') })).items).toHaveLength(1)
    expect(await client.folders({ path: 'here' })).toMatchObject({ refusal: { code: 'bad_path' } })
    expect(given(await client.trust()).state).toBe('nothing')
    expect(await client.grantTrust({ hash: 'other' })).toMatchObject({ refusal: { status: 409 } })
    expect(given(await client.worktrees()).items).toEqual([])
    expect(await client.createWorktree({ branch: 'x' })).toMatchObject({ refusal: { code: 'no_repository' } })
  })
})
