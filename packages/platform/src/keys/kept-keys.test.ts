import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import type { Keyring } from '@convene/engine'
import { fakeProgram, memoryKeyring } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findKeychain } from './find-keychain.ts'
import { openKeptKeys } from './kept-keys.ts'

function opened(kept = new Map<string, string>()) {
  const home = mkdtempSync(join(tmpdir(), 'convene-keys-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const world = { keychain: ok(memoryKeyring(kept)) as Result<Keyring>, looks: 0, at: 0 }
  const open = () =>
    openKeptKeys({
      home,
      now: () => world.at,
      findKeychain: async () => {
        world.looks += 1
        return world.keychain
      },
    })
  const written = () => readdirSync(home).map((name) => readFileSync(join(home, name), 'utf8'))
  return { home, world, kept, keys: open(), open, written: () => written().join('\n') }
}

const none = refuse('no_keychain', 'there is none')
const silent: Keyring = {
  ...memoryKeyring(),
  read: async () => refuse('keychain_silent', 'It did not answer.'),
  forget: async () => refuse('keychain_silent', 'It did not answer.'),
}

describe('stored keys', () => {
  test('are in the keychain, and no file in the data folder contains them', async () => {
    const { keys, kept, written } = opened()
    expect(await keys.keep('OPENAI_API_KEY', 'sk-one')).toMatchObject({ ok: true, value: { kind: 'memory' } })
    expect(kept.get('OPENAI_API_KEY')).toBe('sk-one')
    expect(written()).not.toContain('sk-one')
    expect(keys.list()).toEqual([{ variable: 'OPENAI_API_KEY', in: 'memory' }])
    expect(await keys.read()).toEqual({ keys: { OPENAI_API_KEY: 'sk-one' }, problems: [] })
  })

  test('are in a file if there is no keychain, with the reason', async () => {
    const { keys, world, home } = opened()
    world.keychain = none
    expect(await keys.place()).toMatchObject({ place: { kind: 'file' }, because: 'there is none' })
    expect(await keys.keep('OPENAI_API_KEY', 'sk-one')).toMatchObject({ ok: true, value: { kind: 'file' } })
    expect(statSync(join(home, 'keys.json')).mode & 0o777).toBe(0o600)
    expect(await keys.read()).toEqual({ keys: { OPENAI_API_KEY: 'sk-one' }, problems: [] })
  })

  test('cost no keychain lookup if the keychain holds none', async () => {
    const { keys, world } = opened()
    await keys.keep('OPENAI_API_KEY', 'sk-one', 'file')
    await keys.read()
    keys.list()
    expect(world.looks).toBe(0)
  })

  test('are read once, and again when another process has stored a new one', async () => {
    const { keys, open, world } = opened()
    await keys.keep('OPENAI_API_KEY', 'sk-one')
    await keys.read()
    const before = world.looks
    await keys.read()
    expect(world.looks).toBe(before)
    await open().keep('OPENAI_API_KEY', 'sk-two')
    expect(await keys.read()).toMatchObject({ keys: { OPENAI_API_KEY: 'sk-two' } })
  })

  test('are read once for all concurrent readers', async () => {
    const { keys, open, world } = opened()
    await keys.keep('OPENAI_API_KEY', 'sk-one')
    const later = open()
    const before = world.looks
    const both = await Promise.all([later.read(), later.read()])
    expect(both.map((each) => each.keys.OPENAI_API_KEY)).toEqual(['sk-one', 'sk-one'])
    expect(world.looks).toBe(before + 1)
  })

  test('stay in the file if the keychain rejects one', async () => {
    const { keys, world } = opened()
    await keys.keep('OPENAI_API_KEY', 'sk-one', 'file')
    world.keychain = ok({ ...memoryKeyring(), keep: async () => refuse('keychain_failed', 'It is locked.') })
    expect(await keys.move()).toMatchObject({ ok: false, refusal: { message: 'It is locked.' } })
    expect(await keys.read()).toEqual({ keys: { OPENAI_API_KEY: 'sk-one' }, problems: [] })
    expect(keys.list()).toEqual([{ variable: 'OPENAI_API_KEY', in: 'file' }])
  })

  test('leave the file once they are in the keychain', async () => {
    const { keys, kept, written } = opened()
    await keys.keep('OPENAI_API_KEY', 'sk-one', 'file')
    await keys.keep('MISTRAL_API_KEY', 'sk-two', 'file')
    expect(await keys.move()).toEqual(ok(['OPENAI_API_KEY', 'MISTRAL_API_KEY']))
    expect([...kept.values()]).toEqual(['sk-one', 'sk-two'])
    expect(written()).not.toMatch(/sk-/u)
  })

  test('in a keychain that hangs are reported, the others work, and it is not retried at once', async () => {
    const { keys, world, open } = opened()
    await keys.keep('OPENAI_API_KEY', 'sk-one')
    await keys.keep('MISTRAL_API_KEY', 'sk-two', 'file')
    world.keychain = ok(silent)
    const later = open()
    const first = await later.read()
    expect(first).toMatchObject({ keys: { MISTRAL_API_KEY: 'sk-two' }, problems: [/OPENAI_API_KEY.*did not answer/u] })
    const looks = world.looks
    expect(await later.read()).toEqual(first)
    expect(world.looks).toBe(looks)
    world.at += 60_000
    await later.read()
    expect(world.looks).toBe(looks + 1)
  })

  test('are not reported as removed while the keychain still holds them', async () => {
    const { keys, world } = opened()
    await keys.keep('OPENAI_API_KEY', 'sk-one')
    world.keychain = ok(silent)
    expect(await keys.forget('OPENAI_API_KEY')).toMatchObject({ ok: false })
    expect(keys.list()).toEqual([{ variable: 'OPENAI_API_KEY', in: 'memory' }])
  })

  test('can be stored again in the file if the keychain is unreachable', async () => {
    const { keys, world, open } = opened()
    await keys.keep('OPENAI_API_KEY', 'sk-old')
    world.keychain = ok(silent)
    expect(await keys.keep('OPENAI_API_KEY', 'sk-new', 'file')).toMatchObject({ ok: true })
    expect(await open().read()).toEqual({ keys: { OPENAI_API_KEY: 'sk-new' }, problems: [] })
  })

  test('are gone everywhere once removed', async () => {
    const { keys, kept, written } = opened()
    await keys.keep('OPENAI_API_KEY', 'sk-one')
    await keys.forget('OPENAI_API_KEY')
    expect([keys.list(), kept.size]).toEqual([[], 0])
    expect(written()).not.toContain('OPENAI_API_KEY')
  })

  test('in a damaged file are reported as a problem', async () => {
    const { keys, home } = opened()
    writeFileSync(join(home, 'keys.json'), '{ broken')
    expect(keys.damage()).toEqual([expect.stringMatching(/keys\.json is damaged/u)])
    expect(await keys.read()).toEqual({ keys: {}, problems: keys.damage() })
  })

  test('in a damaged register are reported as a problem, not as removed', async () => {
    const { keys, home } = opened()
    await keys.keep('A_KEY', 'secret')
    writeFileSync(join(home, 'keychain.json'), '{ broken')
    expect(keys.damage()).toEqual([expect.stringMatching(/keychain\.json is damaged/u)])
    expect(await keys.forget('A_KEY')).toMatchObject({ ok: false, refusal: { code: 'keys_unreadable' } })
  })
})

describe('the keychain of a Linux desktop', () => {
  const home = '/nowhere'
  const find = (environment: { [name: string]: string }, probeMs = 5_000) =>
    findKeychain({ home, environment, platform: 'linux', probeMs })

  test('is not searched for without a desktop session', async () => {
    const program = fakeProgram('secret-tool')
    onTestFinished(program.remove)
    expect(await find({ PATH: program.folder })).toMatchObject({ refusal: { message: /no desktop session/u } })
    expect(program.arguments()).toBe('')
  })

  test('is available if its program is on the PATH and a service answers', async () => {
    const program = fakeProgram('secret-tool')
    onTestFinished(program.remove)
    const environment = { PATH: `.:${program.folder}:/usr/bin:/bin`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' }
    expect(await find(environment)).toMatchObject({ ok: true, value: { place: { kind: 'secret-service' } } })
    expect(await find({ ...environment, PATH: '/nowhere:.' })).toMatchObject({
      refusal: { message: /libsecret-tools/u },
    })
  })

  test.each(['locked', 'hanging'] as const)('is unavailable if its service is %s', async (kind) => {
    const program = fakeProgram(kind, 'secret-tool')
    onTestFinished(program.remove)
    const environment = { PATH: `${program.folder}:/usr/bin:/bin`, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' }
    expect(await find(environment, 200)).toMatchObject({ refusal: { message: /no Secret Service answers/u } })
  })

  test.each([
    ['linux', {}, 'there is no desktop session (DBUS_SESSION_BUS_ADDRESS)'],
    ['darwin', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' }, '/usr/bin/security is missing'],
    ['win32', {}, 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe is missing'],
    ['win32', { SystemRoot: 'D:\\Win' }, 'D:\\Win\\System32\\WindowsPowerShell\\v1.0\\powershell.exe is missing'],
  ])('is that of the system: %s with %j', async (platform, environment, message) => {
    if (platform === process.platform && platform !== 'linux') return
    expect(await findKeychain({ home, environment, platform })).toMatchObject({ refusal: { message } })
  })
})
