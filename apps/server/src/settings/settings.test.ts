import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fakeProgram } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { given, type Served, type ServedOptions, served } from '../server.fixture.ts'

async function opened(options: ServedOptions = {}): Promise<Served> {
  const server = await served(options)
  onTestFinished(server.remove)
  return server
}

async function write(server: Served, path: string[], value: string | number) {
  const { sources } = given(await server.client.settings())
  const digest = sources.find(({ layer }) => layer === 'workspace')?.digest ?? null
  return server.client.saveSettings({ layer: 'workspace', digest, changes: [{ path, value }] })
}

const fileOf = ({ workspace }: Served) => join(workspace, '.convene', 'config.json')

describe('workspace settings', () => {
  test('are written if there were none, and then take effect and are trusted', async () => {
    const server = await opened({ files: { 'config.json': '{ "limits": { "maxTurns": 9 } }' } })
    given(await write(server, ['limits', 'maxTurns'], 20))
    const { settings, layers, workspace } = given(await server.client.settings())
    expect(settings.limits).toEqual({ maxTurns: 20 })
    expect(layers).toMatchObject({ user: { limits: { maxTurns: 9 } }, workspace: { limits: { maxTurns: 20 } } })
    expect(workspace).toEqual({ path: server.workspace, trust: 'trusted', withheld: [] })
    expect(statSync(fileOf(server)).mode & 0o777).toBe(0o644)
  })

  test('are not written while the workspace is untrusted, and keys it may not set are listed', async () => {
    const server = await opened()
    const text = '{ "model": "openai/dear", "limits": { "maxTurns": 5 }, "defaultTeam": "quick-panel" }'
    mkdirSync(join(server.workspace, '.convene'))
    writeFileSync(fileOf(server), text)
    expect(await write(server, ['limits', 'maxTurns'], 4)).toMatchObject({
      refusal: { status: 403, code: 'untrusted' },
    })
    expect(readFileSync(fileOf(server), 'utf8')).toBe(text)
    const { workspace, settings } = given(await server.client.settings())
    expect(workspace).toMatchObject({ trust: 'untrusted', withheld: ['model', 'defaultTeam'] })
    expect(settings.limits).toEqual({ maxTurns: 5 })
  })

  test("do not become trusted along with someone else's concurrent change", async () => {
    const server = await opened()
    given(await write(server, ['verbosity'], 'brief'))
    mkdirSync(join(server.workspace, '.convene', 'tools'))
    writeFileSync(join(server.workspace, '.convene', 'tools', 'evil.mjs'), 'export default {}')
    expect(await write(server, ['verbosity'], 'full')).toMatchObject({ refusal: { status: 403 } })
    expect(given(await server.client.trust()).state).toBe('changed')
  })

  test('are not written through a link that leads out of the workspace', async () => {
    const server = await opened()
    const outside = join(server.home, 'elsewhere')
    mkdirSync(outside)
    symlinkSync(outside, join(server.workspace, '.convene'))
    expect(await write(server, ['verbosity'], 'brief')).toMatchObject({ ok: false })
    expect(existsSync(join(outside, 'config.json'))).toBe(false)
  })
})

describe('run defaults', () => {
  test('apply only to a session started without a mode and a team', async () => {
    const server = await opened({ files: { 'config.json': '{ "defaultMode": "panel" }' } })
    const { client } = server
    const modeOf = async (wish: object) => {
      const { id } = given(await client.createSession({ goal: 'Which queue?', ...wish }))
      return given(await client.session({ id })).session.mode
    }
    expect(await modeOf({})).toBe('panel')
    expect(await modeOf({ mode: 'agent' })).toBe('agent')
    expect(given(await client.preview({})).mode).toBe('panel')
  })

  test('name an existing team', async () => {
    const { client } = await opened()
    const saved = await client.saveSettings({ digest: null, changes: [{ path: ['defaultTeam'], value: 'nobody' }] })
    expect(saved).toMatchObject({ refusal: { code: 'unknown_team' } })
  })
})

describe('keys', () => {
  test('go to the keychain and appear in no answer or file', async () => {
    const keychain = fakeProgram('secret-tool')
    onTestFinished(keychain.remove)
    const environment = { PATH: `${keychain.folder}:/usr/bin:/bin`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' }
    const { client, home } = await opened({ environment })
    const secret = 'sk-very-secret-1234567890'
    const { place } = given(await client.saveKey({ variable: 'OPENAI_API_KEY', value: secret }))
    expect(place.kind).toBe('secret-service')
    const keys = given(await client.keys())
    expect(keys.place).toMatchObject({ kind: 'secret-service', because: null })
    expect(keys.items).toContainEqual(expect.objectContaining({ variable: 'OPENAI_API_KEY', in: 'secret-service' }))
    expect(given(await client.models()).providers.find(({ name }) => name === 'openai')?.configured).toBe(true)
    expect(JSON.stringify([place, keys, given(await client.settings())])).not.toContain(secret)
    expect(existsSync(join(home, 'keys.json'))).toBe(false)
    expect(readFileSync(join(home, 'keychain.json'), 'utf8')).not.toContain(secret)
  })

  test('stay in the file if no keychain answers, with the reason', async () => {
    const keychain = fakeProgram('locked', 'secret-tool')
    onTestFinished(keychain.remove)
    const environment = { PATH: `${keychain.folder}:/usr/bin:/bin`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' }
    const { client } = await opened({ environment })
    expect(given(await client.keys()).place).toMatchObject({
      kind: 'file',
      because: expect.stringMatching(/Secret Service/u),
    })
    expect(await client.moveKeys({})).toMatchObject({ refusal: { code: 'no_keychain' } })
  })
})
