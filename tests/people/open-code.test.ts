import { afterAll, describe, expect, test } from 'vitest'
import { given } from '../../apps/server/src/server.fixture.ts'
import { type Somebody, type TeamServerFixture, TOKEN, teamServer } from './team-server.ts'

const server = (await teamServer()) as TeamServerFixture
afterAll(() => server?.close())

const open = (code: string) => fetch(`${server.address}/open?code=${code}`, { redirect: 'manual' })

/** Who a browser is after it opened a link, by the cookie that it got. */
async function openedAs(response: Response): Promise<string | undefined> {
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  const me = await fetch(`${server.address}/api/me`, { headers: { cookie, ...(await pageKey(response)) } })
  return me.ok ? ((await me.json()) as { person: { id: string } }).person.id : undefined
}

const pageKey = async (response: Response) => ({
  'x-convene-page':
    new URLSearchParams(new URL(response.headers.get('location') ?? '/#', server.address).hash.slice(1)).get('key') ??
    '',
})

const audit = async () => given(await server.operator.audit({})).items

describe.skipIf(!server)('a code that opens a page', () => {
  test('opens it as the admin who made it, never as the operator, and the audit names them', async () => {
    const ada = await server.somebody('main', 'admin', 'Ada')
    const { code } = given(await ada.page.openCode())
    const response = await open(code)
    expect(await openedAs(response)).toBe(ada.id)
    expect((await audit())[0]).toMatchObject({ action: 'login.created', by: { id: ada.id }, details: 'with a code' })
    expect((await open(code)).status).toBe(401)
  })

  test('shows no space in which its owner has no role', async () => {
    const space = await server.newSpace()
    const ada = await server.somebody('main', 'admin', 'Ada')
    const response = await open(given(await ada.page.openCode()).code)
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    const headers = { cookie, ...(await pageKey(response)), 'convene-space': space }
    expect((await fetch(`${server.address}/api/sessions`, { headers })).status).toBe(403)
  })

  test('cannot be made with a personal token, which it would outlive', async () => {
    const ada = await server.somebody('main', 'admin', 'Ada')
    const made = await ada.client.openCode()
    expect(made.ok ? 'made' : made.refusal.code).toBe('no_login')
  })

  test('ends with the membership of its owner, and so does what it opened', async () => {
    const ada = await server.somebody('main', 'admin', 'Ada')
    const [unused, used] = [given(await ada.page.openCode()).code, given(await ada.page.openCode()).code]
    const response = await open(used)
    expect(await openedAs(response)).toBe(ada.id)
    given(await server.operator.removeMember({ person: ada.id }))
    expect(await openedAs(response)).toBeUndefined()
    expect((await open(unused)).status).toBe(401)
    expect(await isIn(ada)).toEqual([false, false])
    given(await server.operator.setRole({ person: ada.id, role: 'viewer' }))
    expect((await open(unused)).status).toBe(401)
  })

  test('opens the operator’s page only if the operator made it, and the audit says so', async () => {
    const response = await open(given(await server.operator.openCode()).code)
    expect(await openedAs(response)).toBe('operator')
    expect((await audit())[0]).toMatchObject({
      action: 'login.created',
      by: { id: 'operator' },
      details: 'with a code',
    })
    const direct = await fetch(`${server.address}/open?token=${TOKEN}`, { redirect: 'manual' })
    expect(await openedAs(direct)).toBe('operator')
    expect((await audit())[0]).toMatchObject({ action: 'login.created', details: 'with the token of the server' })
  })
})

const isIn = async ({ client, page }: Somebody) => [(await client.me()).ok, (await page.me()).ok]

describe.skipIf(!server)('the audit', () => {
  test('names who changed agents, keys, settings, teams and trust, and who deleted a session, without any value', async () => {
    const ada = await server.somebody('main', 'admin', 'Ada')
    const { client, id } = ada
    const text = '---\nname: Zed\nslug: zed\ndescription: x\n---\nYou are Zed.\n'
    given(await client.createAgent({ text }))
    given(await client.deleteAgent({ slug: 'zed' }))
    given(await client.saveKey({ variable: 'OPENAI_API_KEY', value: 'sk-very-secret', in: 'file' }))
    given(await client.deleteKey({ variable: 'OPENAI_API_KEY' }))
    const { sources } = given(await client.settings({}))
    const digest = sources.find(({ layer }) => layer === 'user')?.digest ?? null
    given(await client.saveSettings({ digest, changes: [{ path: ['permissions', 'bash'], value: 'ask' }] }))
    const { hash } = given(await client.trust({}))
    await client.grantTrust({ hash })
    const session = given(await client.createSession({ goal: 'Say hello.', agents: ['coder'], mode: 'agent' }))
    given(await client.deleteSession({ id: session.id }))
    const entries = (await audit()).filter(({ by }) => by.id === id)
    expect(entries.map(({ action, target }) => `${action} ${target}`)).toEqual([
      `session.deleted ${session.id}`,
      `workspace.trusted ${server.workspace}`,
      'settings.changed server',
      'key.deleted OPENAI_API_KEY',
      'key.saved OPENAI_API_KEY',
      'agent.deleted zed',
      'agent.saved zed',
    ])
    expect(entries.find(({ action }) => action === 'settings.changed')?.details).toBe('permissions.bash')
    expect(JSON.stringify(entries)).not.toContain('sk-very-secret')
  })
})
