import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ended, type Launched, newPlace, settingsFor, type TestFolders, until } from './launch.ts'
import { calling } from './workspace.ts'

const TOKEN = 'the-token-of-the-server'

let models: ModelServer
let there: TestFolders
let here: TestFolders
let server: Launched
let address: string

/** A server with a model, and another data folder that is logged in to it and has no model. */
beforeAll(async () => {
  models = await startModelServer()
  there = newPlace()
  here = newPlace()
  there.settings(settingsFor(models))
  server = there.launch(['serve', '--port', '0'], { environment: { CONVENE_TOKEN: TOKEN } })
  let printed = ''
  server.child.stdout?.on('data', (text: string) => {
    printed += text
  })
  address = new URL(await until(() => /^(http:\S+)\n/mu.exec(printed)?.[1])).origin
  expect(await login(address, TOKEN)).toMatchObject({ code: 0 })
})

afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  await models.close()
  for (const place of [there, here]) place.remove()
})

const login = (to: string, token: string): Promise<Ended> =>
  here.launch(['login', to, '--token'], { input: token }).ended

const decides = (text: string): boolean => /\bballot\b|vote/iu.test(text)

describe('logged in to a server', () => {
  test("a panel runs there, is followed here, and is in that server's list but not in the local one", async () => {
    models.script(async ({ body }) => ({
      text: decides(JSON.stringify(body)) ? 'We have it.\n\nVOTE: A\nCONFIDENCE: 90' : 'Take the queue that we have.',
    }))
    const ran = await here.convene(
      'run',
      'Which queue: A or B?',
      '--mode',
      'panel',
      '--yes',
      '--agents',
      'architect,security',
    )
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining(`Running on ${address}`)])
    expect(ran.stdout).not.toBe('')
    expect(models.requests.length).toBeGreaterThan(2)
    const [list, local, shown] = await Promise.all([
      here.convene('sessions', '--json'),
      here.convene('sessions', '--json', '--local'),
      here.convene('sessions', 'show', 'last', '--result'),
    ])
    expect(JSON.parse(list.stdout)).toMatchObject([{ mode: 'panel', title: expect.stringContaining('Which queue') }])
    expect(JSON.parse(local.stdout)).toEqual([])
    expect(shown.stdout).toBe(ran.stdout)
  })

  test('an approval of a run there is answered from here, and the run continues there', async () => {
    const replies = [calling(['bash', { command: 'echo done' }]), { text: 'It is done.' }]
    models.script(async () => replies.shift() ?? { text: 'More?' })
    const started = await here.convene('run', 'Do it.', '--mode', 'agent', '--agents', 'coder', '--detach')
    expect(started.stderr).toContain(`Running on ${address}`)
    const id = started.stdout.trim()
    const asked = await until(async () => JSON.parse((await here.convene('approvals', '--json')).stdout)[0])
    expect(asked).toMatchObject({ session: id, tool: 'bash' })
    const answered = await here.convene('approvals', 'answer', asked.id, 'once')
    expect(answered.stderr).toContain(`Allowed once. The run continues on ${address}.`)
    const shown = await until(async () => {
      const { code, stdout } = await here.convene('sessions', 'show', id, '--result')
      return code === 0 && stdout
    })
    expect(shown).toContain('It is done.')
  })

  test('a command that only works locally says so, and an unknown session is refused', async () => {
    const [decisions, paused] = await Promise.all([here.convene('decisions'), here.convene('stop', 'NOWHERE1')])
    expect(decisions.stderr).toContain(`Using the sessions on this machine, not those on ${address}.`)
    expect(paused).toMatchObject({ code: 2, stderr: expect.stringContaining('No session "NOWHERE1"') })
  })

  test('the token is in a file or keychain that only its user can read, and nowhere else', () => {
    for (const file of ['login.json', 'keys.json']) expect(statSync(join(here.home, file)).mode & 0o077).toBe(0)
  })

  test('a failed second login changes nothing', async () => {
    const refused = await Promise.all([
      login(address, 'a-wrong-token'),
      login('http://convene.example', TOKEN),
      login('http://127.0.0.1:1', TOKEN),
      login('ftp://convene.example', TOKEN),
    ])
    expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2])
    expect(refused.map(({ stderr }) => stderr)).toEqual([
      expect.stringContaining('does not know this token'),
      expect.stringContaining('not encrypted'),
      expect.stringContaining('does not answer'),
      expect.stringContaining('Invalid server address'),
    ])
    expect(refused.map(({ stderr, stdout }) => stderr + stdout).join()).not.toContain(TOKEN)
    expect((await here.convene('sessions', '--json')).stdout).toContain('Which queue')
  })

  test('after logging out, the list shows the local sessions again', async () => {
    expect((await here.convene('logout')).stderr).toContain(`Logged out of ${address}`)
    expect(JSON.parse((await here.convene('sessions', '--json')).stdout)).toEqual([])
    expect((await here.convene('logout')).stderr).toContain('Not logged in')
  })
})
