import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, calls, says, scriptedModel } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { type TeamServerFixture, teamServer } from './team-server.ts'

let beforeReading = () => {}

/** Each agent reads a file and says what it contains. */
const model = scriptedModel(
  answers(({ lines }) => {
    const text = JSON.stringify(lines)
    if (text.includes('"role":"tool"')) return says(`Read: ${/CONFIDENTIAL/u.exec(text)?.[0]}`)
    beforeReading()
    return calls('read', { path: 'plan.md' })
  }),
)
const server = (await teamServer({ model })) as TeamServerFixture
const root = realpathSync(mkdtempSync(join(tmpdir(), 'convene-folders-')))
const [theirs, ours] = [join(root, 'theirs'), join(root, 'ours')]
for (const folder of [theirs, ours]) {
  mkdirSync(join(folder, '.convene'), { recursive: true })
  writeFileSync(join(folder, 'plan.md'), 'CONFIDENTIAL')
  writeFileSync(join(folder, '.convene', 'config.json'), '{ "model": "local/theirs" }')
}
symlinkSync(theirs, join(ours, 'link'))
afterAll(async () => {
  await server?.close()
  rmSync(root, { recursive: true, force: true })
})

const run = { goal: 'Read it.', agents: ['coder'], mode: 'agent' }
const refusalOf = (result: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) =>
  result.ok ? 'done' : result.refusal?.code

async function ended(client: TeamServerFixture['operator'], id: string) {
  const find = async () => given(await client.sessions()).items.find((row) => row.id === id)
  return until(async () => {
    const row = await find()
    return row !== undefined && /completed|cancelled|failed/u.test(row.phase) && row
  })
}

describe.skipIf(!server)('the folders of a space', () => {
  test('in a space without folders, nothing on the server is searched or offered for trust', async () => {
    writeFileSync(join(theirs, '.mcp.json'), '{ "key": "CONFIDENTIAL" }')
    const space = await server.newSpace()
    server.giveFolders(space, [])
    const { client } = await server.somebody(space, 'member')
    for (const asked of [{}, { workspace: '/' }])
      for (const trust of [await client.trust(asked), await client.agentTrust(asked)])
        expect(given(trust)).toMatchObject({ workspace: '/', state: 'nothing', files: [] })
  })

  test('no call reaches another space’s folder, by path or by link', async () => {
    const space = await server.newSpace()
    server.giveFolders(space, [ours])
    const { client } = await server.somebody(space, 'admin')
    for (const workspace of [theirs, join(ours, 'link'), join(ours, '..', 'theirs'), root, server.workspace]) {
      const tried = [
        await client.createSession({ ...run, workspace }),
        await client.preview({ ...run, workspace }),
        await client.settings({ workspace }),
        await client.agents({ workspace }),
        await client.teams({ workspace }),
        await client.tools({ workspace }),
        await client.trust({ workspace }),
        await client.agentTrust({ workspace }),
        await client.worktrees({ workspace }),
        await client.folders({ path: workspace }),
      ]
      expect([workspace, ...tried.map(refusalOf)]).toEqual([workspace, ...tried.map(() => 'bad_workspace')])
    }
  })

  test('a missing folder is refused with the same message as an existing one', async () => {
    const space = await server.newSpace()
    const { client } = await server.somebody(space, 'member')
    const messages = [theirs, join(root, 'nothing')].map(async (workspace) => {
      const answer = await client.preview({ ...run, workspace })
      return answer.ok ? 'done' : answer.refusal.message.replace(workspace, '')
    })
    const [one, other] = await Promise.all(messages)
    expect([one, one?.includes('server.workspaces')]).toEqual([other, true])
  })

  test('runs use the first folder of their space, or another one they name', async () => {
    const space = await server.newSpace()
    server.giveFolders(space, [ours, theirs])
    const { client } = await server.somebody(space, 'member')
    const listed = given(await client.folders())
    expect([listed.items.map(({ path }) => path), listed.parent]).toEqual([[ours, theirs], null])
    expect(given(await client.folders({ path: ours })).parent).toBe(listed.path)
    const { id } = given(await client.createSession(run))
    expect(await ended(client, id)).toMatchObject({ phase: 'completed', workspace: ours })
    expect(refusalOf(await client.createSession({ ...run, workspace: theirs }))).toBe('done')
  })

  test('a folder in a larger repository brings neither the instructions above it nor a copy of all of it', async () => {
    const whole = join(root, 'whole')
    mkdirSync(join(whole, 'part'), { recursive: true })
    writeFileSync(join(whole, 'AGENTS.md'), 'CONFIDENTIAL')
    writeFileSync(join(whole, 'part', 'plan.md'), 'Ours.')
    const git = (...words: readonly string[]) => execFileSync('git', ['-C', whole, ...words], { stdio: 'pipe' })
    const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com']
    for (const words of [
      ['init', '-q'],
      ['add', '.'],
      [...author, 'commit', '-qm', 'all'],
    ])
      git(...words)
    const space = await server.newSpace()
    server.giveFolders(space, [join(whole, 'part')])
    const { client } = await server.somebody(space, 'member')
    const { id } = given(await client.createSession({ ...run, mode: 'plan' }))
    const [started] = given(await client.events({ id, type: 'run.started' })).items
    expect(JSON.stringify(started)).toContain('Read it.')
    expect(JSON.stringify(started)).not.toMatch(/CONFIDENTIAL|"worktrees":\{/u)
  })

  test('in a space without folders, runs have no files', async () => {
    const space = await server.newSpace()
    server.giveFolders(space, [])
    const { client } = await server.somebody(space, 'member')
    expect(given(await client.folders()).items).toEqual([])
    const preview = given(await client.preview(run))
    expect([preview.noWorkspace !== undefined, preview.tools.includes('read')]).toEqual([true, false])
    expect(refusalOf(await client.createSession(run))).toBe('done')
  })

  test('a session whose folder was removed from its space can no longer be run, forked or reverted', async () => {
    const space = await server.newSpace()
    server.giveFolders(space, [theirs])
    const { client } = await server.somebody(space, 'admin')
    const { id } = given(await client.createSession(run))
    expect(await ended(client, id)).toMatchObject({ phase: 'completed' })
    server.giveFolders(space, [ours])
    expect(refusalOf(await client.command({ id, type: 'run', goal: 'Again.' }))).toBe('bad_workspace')
    expect(refusalOf(await client.command({ id, type: 'fork' }))).toBe('bad_workspace')
    expect(refusalOf(await client.command({ id, type: 'revert', artifact: 'd1' }))).toBe('bad_workspace')
  })

  test('a run ends without reading anything once its folder is removed from its space', async () => {
    const space = await server.newSpace()
    server.giveFolders(space, [theirs])
    const { client } = await server.somebody(space, 'member')
    beforeReading = () => server.giveFolders(space, [ours])
    const { id } = given(await client.createSession(run))
    expect(await ended(client, id)).toMatchObject({
      phase: 'failed',
      summary: expect.stringContaining('server.workspaces'),
    })
    expect(JSON.stringify(given(await client.events({ id })).items)).not.toContain('CONFIDENTIAL')
  })
})
