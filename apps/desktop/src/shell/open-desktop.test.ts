import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import type { SessionId } from '@convene/domain'
import { openProgram, type Program } from '@convene/host'
import { createApp } from '@convene/server'
import { startModelServer, temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { chromiumWindow } from '../window/chromium-window.ts'
import type { AppWindow, OpenWindow, WindowOptions } from '../window/window.ts'
import { openDesktop } from './open-desktop.ts'

const within = { interval: 20 }

/** A separate data folder, and a way to open a window on it. */
function newPlace() {
  const folder = temporaryFolder()
  const { program, close } = openProgram({ home: folder.path, workspace: folder.path, environment: {}, version: '0' })
  onTestFinished(async () => {
    await close()
    folder[Symbol.dispose]()
  })
  const open = (shell: OpenWindow, more: { path?: string; stop?: AbortSignal } = {}) =>
    openDesktop({
      program,
      open: shell,
      assets: undefined,
      path: more.path,
      openOutside: () => undefined,
      notice: () => undefined,
      ...(more.stop && { stop: more.stop }),
    })
  return { folder, open, program }
}

type Shown = { readonly window: AppWindow; readonly options: WindowOptions }

/** Windows that only record what was done with them. */
function fakeWindow() {
  const did: string[] = []
  const shown: Shown[] = []
  let isBroken = false
  const shell: OpenWindow = async (options) => {
    did.push(`open ${options.path}`)
    if (isBroken) throw new Error('The browser opened no window.')
    const gone = Promise.withResolvers<void>()
    const window: AppWindow = {
      closed: gone.promise,
      go: async (path) => void did.push(`go ${path}`),
      raise: async () => void did.push('raise'),
      bounds: async () => undefined,
      close: async () => gone.resolve(),
    }
    shown.push({ window, options })
    return window
  }
  const breakDown = (is: boolean) => {
    isBroken = is
  }
  return { did, shell, breakDown, current: () => shown.at(-1) as Shown }
}

async function startSession(program: Program, wanted: object): Promise<SessionId> {
  const app = createApp({ program })
  const response = await app.fetch(
    new Request('http://convene.invalid/api/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    }),
  )
  app.close()
  return ((await response.json()) as { id: SessionId }).id
}

test('a second start raises the first window, and navigates it only if asked to', async () => {
  const { open } = newPlace()
  const { did, shell, current } = fakeWindow()
  const first = open(shell)
  await expect.poll(() => did, within).toEqual(['open /'])
  expect(await open(shell)).toBe('handed over')
  await expect.poll(() => did, within).toEqual(['open /', 'raise'])
  expect(await open(shell, { path: '/session/01ABCD' })).toBe('handed over')
  await expect.poll(() => did.slice(2), within).toEqual(['go /session/01ABCD', 'raise'])
  await current().window.close()
  expect(await first).toBe('closed')
})

/** An open window with a run that continues until released. */
async function openOnRun() {
  const models = await startModelServer()
  onTestFinished(() => models.close())
  const held = Promise.withResolvers<void>()
  models.script(async () => {
    await held.promise
    return { text: 'Done.' }
  })
  const place = newPlace()
  const { open, folder, program } = place
  const providers = { local: { type: 'openai-compatible', baseURL: `${models.url}/v1` } }
  writeFileSync(folder.file('config.json'), JSON.stringify({ model: 'local/scripted', providers }))
  const window = fakeWindow()
  const ended = open(window.shell)
  await expect.poll(() => window.did, within).toEqual(['open /'])
  const id = await startSession(program, { goal: 'Why?', agents: ['ux'] })
  await models.until(({ requests }) => requests.length === 1)
  const finish = async () => {
    held.resolve()
    await (await program.engine()).rested(id)
  }
  return { ...place, ...window, ended, finish }
}

test('a window closed during a run is reopened by the next start, in the same process', async () => {
  const { open, did, shell, current, ended, finish } = await openOnRun()
  expect(await current().options.mayClose()).toBe(false)
  expect(await current().options.mayClose()).toBe(true)
  await current().window.close()
  expect(await open(shell, { path: '/settings' })).toBe('handed over')
  await expect.poll(() => did, within).toEqual(['open /', 'open /settings'])
  await finish()
  expect(await current().options.mayClose()).toBe(true)
  await current().window.close()
  expect(await ended).toBe('closed')
})

test('a window that fails to reopen ends no run: the next start may try again', async () => {
  const { open, did, shell, breakDown, current, ended, finish, program } = await openOnRun()
  await current().window.close()
  breakDown(true)
  expect(await open(shell, { path: '/settings' })).toBe('handed over')
  await expect.poll(() => did, within).toEqual(['open /', 'open /settings'])
  breakDown(false)
  expect(await open(shell, { path: '/teams' })).toBe('handed over')
  await expect.poll(() => did, within).toEqual(['open /', 'open /settings', 'open /teams'])
  expect((await program.engine()).here()).toHaveLength(1)
  await finish()
  await current().window.close()
  expect(await ended).toBe('closed')
})

test('a stop request closes the window and leaves no mark', async () => {
  const { folder, open } = newPlace()
  const { did, shell } = fakeWindow()
  const stopping = new AbortController()
  const ended = open(shell, { stop: stopping.signal })
  await expect.poll(() => did, within).toHaveLength(1)
  stopping.abort()
  expect(await ended).toBe('closed')
  expect(readdirSync(folder.file('window'))).not.toContain('instance.json')
})

test.skipIf(process.platform === 'win32').each([
  ['does not start', 'exit 1', 10_000],
  ['never answers', 'exec sleep 600', 50],
])('a browser that %s opens nothing, and the next start may try again', async (_what, script, patienceMs) => {
  const { folder, open } = newPlace()
  const program = folder.file('browser')
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  expect(await open(chromiumWindow({ program, patienceMs }))).toBe('not opened')
  expect(existsSync(folder.file('window/instance.json'))).toBe(false)
})
