import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fakeProgram, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { barePlace, lacksTerminals, type TestFolders } from './launch.ts'

const secret = 'sk-not-a-real-key-0123456789'
let place: TestFolders

beforeEach(() => {
  place = barePlace()
})
afterEach(() => place.remove())

/** A desktop with this kind of keychain, for the commands that run on it. */
function desktop(kind: Parameters<typeof fakeProgram>[0]) {
  const program = fakeProgram(kind, 'secret-tool')
  onTestFinished(program.remove)
  const PATH = `${program.folder}:${process.env.PATH}`
  const environment = { PATH, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/nowhere/bus' }
  const convene = (words: readonly string[], input = '') => place.launch(words, { environment, input }).ended
  return { convene, program, environment }
}

const filesOf = ({ home }: TestFolders): string =>
  readdirSync(home)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(home, name), 'utf8'))
    .join('\n')

describe('keys', () => {
  test('without a keychain are stored in a file only the user can read, with the reason', async () => {
    const kept = await place.launch(['keys', 'set', 'OPENAI_API_KEY'], { input: `${secret}\n` }).ended
    expect([kept.code, kept.stderr]).toEqual([0, 'Stored OPENAI_API_KEY in a file that only you can read.\n'])
    expect(statSync(join(place.home, 'keys.json')).mode & 0o777).toBe(0o600)
    const { stdout } = await place.convene('keys')
    expect(stdout).toMatch(/The keychain is not used: there is no desktop session/u)
    expect(stdout).toMatch(/OPENAI_API_KEY +OpenAI +stored in the file/u)
    expect(stdout).not.toContain(secret)
  })

  test('move from the file into the keychain, and are used from there', async () => {
    const { convene, program } = desktop('secret-tool')
    await place.launch(['keys', 'set', 'OPENAI_API_KEY'], { input: secret }).ended
    expect((await convene(['keys'])).stderr).toContain('convene keys move')
    expect((await convene(['keys', 'move'])).stderr).toBe('Moved: OPENAI_API_KEY.\n')
    expect(filesOf(place)).not.toContain(secret)
    expect(program.arguments()).not.toContain(secret)
    expect((await convene(['keys'])).stdout).toMatch(/OPENAI_API_KEY +OpenAI +stored in the keychain/u)
    const server = await startModelServer()
    onTestFinished(() => server.close())
    place.settings({ providers: { openai: { baseURL: `${server.url}/v1`, api: 'chat' } }, model: 'openai/gpt-test' })
    const run = await convene(['run', 'Why a queue?', '--agents', 'architect'])
    expect(run.code).toBe(0)
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`)
    expect((await convene(['keys', 'forget', 'OPENAI_API_KEY'])).code).toBe(0)
    expect((await convene(['keys', '--json'])).stdout).not.toContain('"kept"')
  })

  test('in a keychain that does not answer are named, and keys in the environment work without it', async () => {
    const { convene } = desktop('secret-tool')
    await convene(['keys', 'set', 'OPENAI_API_KEY'], secret)
    const locked = desktop('locked')
    const refused = await locked.convene(['run', 'Why a queue?'])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/OPENAI_API_KEY cannot be read from/u)])
    const { code } = await place.launch(['models', 'show', 'openai/gpt-5'], {
      environment: { ...locked.environment, OPENAI_API_KEY: 'sk-from-the-environment' },
    }).ended
    expect(code).toBe(0)
  })

  test('of unknown providers are refused', async () => {
    const { code, stderr } = await place.launch(['keys', 'set', 'NOBODYS_KEY'], { input: 'x' }).ended
    expect([code, stderr]).toEqual([2, expect.stringContaining('No provider takes its key from NOBODYS_KEY')])
  })

  test.skipIf(lacksTerminals())('are typed without echo', async () => {
    const terminal = place.onTerminal('keys', 'set', 'OPENAI_API_KEY')
    await terminal.says('Key for OPENAI_API_KEY: ')
    terminal.types(`${secret}x\u007f\r`)
    const { stdout } = await terminal.ended
    expect(stdout).toContain('Stored OPENAI_API_KEY in a file')
    expect(stdout).not.toContain('sk-')
    expect(JSON.parse(readFileSync(join(place.home, 'keys.json'), 'utf8'))).toEqual({ OPENAI_API_KEY: secret })
  })
})

describe('settings', () => {
  test('are set and unset one by one, and comments stay', async () => {
    writeFileSync(join(place.home, 'config.json'), '{\n  // mine\n  "verbosity": "brief"\n}\n')
    expect((await place.convene('settings', 'set', 'limits.maxTurns', '12')).code).toBe(0)
    const { stdout } = await place.convene('settings')
    expect(stdout).toMatch(/limits\.maxTurns +12 +user/u)
    expect((await place.convene('settings', 'unset', 'verbosity')).code).toBe(0)
    const again = await place.convene('settings', 'unset', 'verbosity')
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('verbosity is not set in ') })
    const text = readFileSync(join(place.home, 'config.json'), 'utf8')
    expect(text).toContain('// mine')
    expect(text).not.toContain('brief')
  })

  test('of a workspace without prior settings are trusted if the user wrote them', async () => {
    expect((await place.convene('settings', 'set', 'defaultMode', 'broadcast', '--workspace-scope')).code).toBe(0)
    const [row] = JSON.parse((await place.convene('settings', '--json')).stdout)
    expect(row).toEqual({ key: 'defaultMode', value: 'broadcast', layer: 'workspace', inForce: true })
  })

  test.each([
    [['defaultMode', 'dance'], 'expected'],
    [['verbosty', 'full'], 'Did you mean "verbosity"?'],
    [['defaultTeam', 'balanced-pannel'], 'Did you mean "balanced-panel"?'],
  ])('that name something missing are refused: %j', async (words, reason) => {
    const { code, stderr } = await place.convene('settings', 'set', ...words)
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)])
  })
})
