import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MOST_STREAMS } from '@convene/team'
import { afterAll, describe, expect, test } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { called, type Somebody, type TeamServerFixture, TOKEN, teamServer } from './team-server.ts'

const server = (await teamServer()) as TeamServerFixture
afterAll(() => server?.close())

/** Adds to the server's settings. */
function addSettings(more: object): void {
  const file = join(server.program.home, 'config.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }))
}

describe.skipIf(!server)('a shared server', () => {
  test('shows addresses and programs in its settings only to people who may change them', async () => {
    const space = await server.newSpace()
    addSettings({
      defaultMode: 'panel',
      webhooks: { out: [{ url: 'https://hooks.example.com/T0/PRIVATE', events: ['run.finished'] }] },
      mcpServers: { tickets: { command: 'no-such-program', args: ['--token', 'PRIVATE'] } },
      providers: { local: { type: 'openai-compatible', baseURL: 'http://me:PRIVATE@127.0.0.1:9/v1' } },
    })
    const [admin, main] = [await server.somebody(space, 'admin'), await server.somebody('main', 'admin')]
    const seen = async ({ token }: { token: string }) => {
      const answers = ['/api/settings', '/api/models'].map(async (path) =>
        (await called(server.address, path, { token })).text(),
      )
      return (await Promise.all(answers)).join('\n')
    }
    const [theirs, own] = [await seen(admin), await seen(main)]
    expect([theirs.includes('PRIVATE'), theirs.includes(server.program.home)]).toEqual([false, false])
    expect(own).toContain('hooks.example.com')
    expect(given(await admin.client.settings()).settings.defaultMode).toBe('panel')
  })

  test('starts no program when a viewer lists the tools', async () => {
    const space = await server.newSpace()
    addSettings({ mcpServers: { tickets: { command: 'no-such-program', args: [] } } })
    const [viewer, member] = [await server.somebody(space, 'viewer'), await server.somebody(space, 'member')]
    expect(given(await viewer.client.tools()).problems).toEqual([])
    const refused = await viewer.client.testTool({ call: 'bash:ls' })
    expect(refused.ok ? 'done' : refused.refusal.code).toBe('role_too_low')
    expect(JSON.stringify(given(await member.client.tools()).problems)).toContain('no-such-program')
  })

  test('shows the data folder and creates worktrees only for admins of the main space', async () => {
    const space = await server.newSpace()
    const [admin, main] = [await server.somebody(space, 'admin'), await server.somebody('main', 'admin')]
    const answers = [given(await admin.client.status()), given(await main.client.status())]
    expect(answers.map((each) => JSON.stringify(each).includes(server.program.home))).toEqual([false, true])
    const made = await admin.client.createWorktree({ branch: 'mine' })
    expect(made.ok ? 'done' : made.refusal.code).toBe('role_too_low')
  })

  test('gives counts to anyone, but costs per space only to the operator', async () => {
    const space = await server.newSpace()
    const { token } = await server.somebody('main', 'admin')
    const metrics = async (as?: string) => {
      const headers = as === undefined ? {} : { authorization: `Bearer ${as}` }
      return (await fetch(`${server.address}/metrics`, { headers })).text()
    }
    const [open, admin, operator] = [await metrics(), await metrics(token), await metrics(TOKEN)]
    const names = open.split('\n').map((line) => line.split(' ')[0])
    const wanted = ['calls_in_progress', 'takeovers_total', 'append_seconds{quantile="0.99"}', 'append_seconds_count']
    expect(names).toEqual(expect.arrayContaining(wanted.map((name) => `convene_${name}`)))
    expect([open.includes(space), admin.includes(space)]).toEqual([false, false])
    expect(operator).toContain(`convene_space_spent_usd{space="${space}"} 0\n`)
  })

  test('limits the open streams per person, and makes room when one ends', async () => {
    const space = await server.newSpace()
    const [ana, ben] = [await server.somebody(space, 'viewer'), await server.somebody(space, 'viewer')]
    const kept: Response[] = []
    const open = async ({ token }: Somebody) => {
      const [end, headers] = [new AbortController(), { accept: 'text/event-stream', authorization: `Bearer ${token}` }]
      const response = await fetch(`${server.address}/api/changes`, { headers, signal: end.signal })
      // Kept until the end, because garbage collection would close an unreachable one.
      kept.push(response)
      return { end, status: response.status }
    }
    const streams = await Promise.all(Array.from({ length: MOST_STREAMS }, () => open(ana)))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const [further, other] = [await open(ana), await open(ben)]
    expect([further.status, other.status]).toEqual([429, 200])
    streams[0]?.end.abort()
    const again = await until(async () => {
      const next = await open(ana)
      return next.status === 200 && next
    })
    for (const { end } of [...streams, other, again]) end.abort()
    expect(kept.length).toBeGreaterThan(MOST_STREAMS)
  })
})
