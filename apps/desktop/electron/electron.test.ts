import { type EventEmitter, once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { openProgram } from '@convene/program'
import { framed, LEAVING, pipeFetch, type ShellPipe } from '@convene/protocol'
import { startModelServer, temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import type { WindowOptions } from '../src/window/window.ts'
import { HEAR, SEND } from './channels.ts'
import { electronWindow } from './electron-window.ts'
import { exposePipe } from './expose-pipe.ts'
import { fakeElectron } from './fake-electron.fixture.ts'
import type { PreloadModules } from './modules.ts'
import { start } from './start.ts'

const within = { timeout: 30_000, interval: 10 }

async function opened({ isBusy = false } = {}) {
  const { modules, seen } = fakeElectron()
  const [outside, quits]: [string[], boolean[]] = [[], []]
  const open = electronWindow(modules, '/app/preload.cjs')
  const options: WindowOptions = {
    folder: '/data/window',
    bounds: { width: 1000, height: 700, left: 3, top: 4 },
    path: '/session/01ABC',
    answer: async (request) => new Response(`answer to ${new URL(request.url).pathname}`),
    openOutside: (url) => outside.push(url),
    quit: (pause) => quits.push(pause),
    mayClose: async () => !isBusy,
  }
  const window = await open(options)
  const openAgain = (answer: WindowOptions['answer']) => open({ ...options, answer })
  /** As the preload script of a frame says it. */
  const say = (text: unknown, frame: unknown = seen.page.mainFrame, sender: unknown = seen.page) =>
    seen.ipc.emit(SEND, { sender, senderFrame: frame }, text)
  return { window, openAgain, seen, outside, quits, say }
}

const prevented = (url?: string) => {
  const event = { url, isPrevented: false, preventDefault: () => (event.isPrevented = true) }
  return event
}

test('the page is in the sandbox, in a world of its own, without Node, webviews, DevTools or a way around the web’s rules', async () => {
  const { seen } = await opened()
  expect(seen.windowOptions).toMatchObject({ x: 3, y: 4, width: 1000, height: 700 })
  expect(seen.windowOptions?.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    devTools: false,
    spellcheck: false,
    preload: '/app/preload.cjs',
  })
  expect(seen.did).toContain('session /data/window/electron')
})

test('the page’s own scheme is answered by us, and every other request is cancelled', async () => {
  const { seen } = await opened()
  const [scheme, handler] = seen.handlers.protocol ?? []
  expect(scheme).toBe('app')
  expect(await (await handler?.(new Request('app://convene/index.html')))?.text()).toBe('answer to /index.html')
  expect((await handler?.(new Request('app://other/index.html')))?.status).toBe(403)
  expect(seen.did).toContain('requests <all_urls>')
  const isCancelled = (url: string) => {
    let answer: unknown
    seen.handlers.request?.({ url }, (given) => {
      answer = given
    })
    return (answer as { cancel: boolean }).cancel
  }
  for (const url of ['app://convene/assets/a.js', 'data:image/png;base64,', 'blob:app://convene/1'])
    expect(isCancelled(url)).toBe(false)
  for (const url of ['https://example.com/', 'wss://example.com/', 'file:///etc/passwd', 'app://convene.evil/'])
    expect(isCancelled(url)).toBe(true)
})

test('the page goes nowhere else and opens no window: links lead to the browser of the person', async () => {
  const { seen, outside } = await opened()
  expect(seen.handlers.windowOpen?.({ url: 'https://example.com/out' })).toEqual({ action: 'deny' })
  expect(seen.handlers.windowOpen?.({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' })
  for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
    const [away, home] = [prevented(`https://example.com/${name}`), prevented('app://convene/#/settings')]
    seen.page.emit(name, away)
    seen.page.emit(name, home)
    expect([name, away.isPrevented, home.isPrevented]).toEqual([name, true, false])
  }
  const webview = prevented()
  seen.page.emit('will-attach-webview', webview)
  expect(webview.isPrevented).toBe(true)
  expect(outside).toEqual([
    'https://example.com/out',
    'https://example.com/will-navigate',
    'https://example.com/will-redirect',
  ])
})

test('of the system’s permissions the page has notifications and writing to the clipboard, and no device', async () => {
  const { seen } = await opened()
  const { permission, check, device } = seen.handlers
  const asks = (name: string, url = 'app://convene/') => {
    let may: unknown
    permission?.({ getURL: () => url }, name, (given) => {
      may = given
    })
    return [may, check?.(null, name, url)]
  }
  expect(asks('notifications')).toEqual([true, true])
  expect(asks('clipboard-sanitized-write')).toEqual([true, true])
  for (const name of ['media', 'geolocation', 'clipboard-read', 'openExternal', 'fileSystem', 'usb'])
    expect([name, ...asks(name)]).toEqual([name, false, false])
  expect(asks('notifications', 'https://example.com/')).toEqual([false, false])
  expect(device?.()).toBe(false)
})

test('only the page itself is heard: no frame inside it, no other page, no other window', async () => {
  const { say, quits } = await opened()
  const quit = '{"kind":"quit","pause":true}'
  say(quit, { url: 'https://example.com/', parent: null })
  say(quit, { url: 'app://convene/', parent: {} })
  say(quit, null)
  say(quit, undefined, {})
  say({ kind: 'quit' })
  expect(quits).toEqual([])
  say(quit)
  expect(quits).toEqual([true])
})

test('calls of the page travel over `convenePipe`, which is all that the page is given', async () => {
  const { say, seen } = await opened()
  const given: Record<string, ShellPipe> = {}
  const ipcRenderer = Object.assign(seen.toPage, {
    send: (channel: string, text: string) => channel === SEND && say(text),
  })
  exposePipe({
    contextBridge: { exposeInMainWorld: (name: string, value: ShellPipe) => Object.assign(given, { [name]: value }) },
    ipcRenderer,
  } as unknown as PreloadModules)
  expect(Object.keys(given)).toEqual(['convenePipe'])
  const pipe = given.convenePipe as ShellPipe
  expect(Object.keys(pipe).sort()).toEqual(['hear', 'quit', 'send', 'shell'])
  const fetch = pipeFetch(framed(pipe))
  expect(await (await fetch('/api/health')).text()).toBe('answer to /api/health')
})

test('a window is raised, led elsewhere and closed', async () => {
  const { window, seen } = await opened()
  await window.go('/settings')
  await window.raise()
  expect(seen.did.slice(-4)).toEqual(['load app://convene/#/settings', 'restore', 'show', 'focus'])
  await window.close()
  await window.closed
})

/** A person closes the window. */
function close({ window }: { readonly window: EventEmitter }) {
  const event = prevented()
  window.emit('close', event)
  return event
}

test('a window that is closed stays while something runs here, and its page is told to ask; else it goes', async () => {
  const busy = await opened({ isBusy: true })
  const said: unknown[] = []
  busy.seen.toPage.on(HEAR, (_event, text) => said.push(text))
  expect(close(busy.seen).isPrevented).toBe(true)
  await expect.poll(() => said, within).toEqual([LEAVING])
  const idle = await opened()
  close(idle.seen)
  await idle.window.closed
})

test('a page that wants to stay is loaded again all the same, and its window with it', async () => {
  const { seen, window } = await opened()
  const event = prevented()
  seen.page.emit('will-prevent-unload', event)
  expect(event.isPrevented).toBe(true)
  seen.did.length = 0
  await window.raise()
  expect(seen.did).toContain('focus')
})

test('a window that is gone may be closed again, has no place, and says no to the rest without a crash', async () => {
  const { window, seen } = await opened({ isBusy: true })
  close(seen)
  await window.close()
  await window.close()
  expect(await window.bounds()).toBeUndefined()
  await expect(window.go('/settings')).rejects.toThrow('destroyed')
  await expect(window.raise()).rejects.toThrow('destroyed')
})

test('the badge of the program is the count in the title of the page', async () => {
  const { seen } = await opened()
  for (const title of ['(2) Convene', 'Round (3) · Convene']) seen.page.emit('page-title-updated', {}, title)
  expect(seen.did.slice(-2)).toEqual(['badge 2', 'badge 0'])
})

test('a window is opened again after it was closed, and its page is answered by the new one', async () => {
  const { window, openAgain, seen } = await opened()
  await window.close()
  const again = await openAgain(async () => new Response('the new one'))
  const [, handler] = seen.handlers.protocol ?? []
  expect(await (await handler?.(new Request('app://convene/')))?.text()).toBe('the new one')
  seen.did.length = 0
  await again.go('/settings')
  expect(seen.did).toEqual(['load app://convene/#/settings'])
})

/** The whole app, on a data folder of its own. */
async function started({ isFirst = true, words = [] as string[], settings = {} } = {}) {
  const { modules, seen } = fakeElectron({ isFirst })
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  writeFileSync(folder.file('config.json'), JSON.stringify(settings))
  const ended = start({
    modules,
    preload: '/app/preload.cjs',
    arguments: words,
    program: async () => openProgram({ home: folder.path, workspace: folder.path, environment: {}, version: '0' }),
    assets: folder.path,
    notice: () => undefined,
  })
  return { seen, ended }
}

test('a second start ends at once; the first goes where the second wanted', async () => {
  const second = await started({ isFirst: false })
  await second.ended
  expect(second.seen.did).toEqual(['exit 0'])
  const { seen, ended } = await started({ words: ['app', 'convene://session/01AAAA'] })
  await expect.poll(() => seen.did, within).toContain('load app://convene/#/session/01AAAA')
  expect(seen.did.indexOf('sandbox')).toBeLessThan(seen.did.indexOf('ready'))
  expect(seen.did).toContain('links convene')
  expect(seen.schemes).toEqual([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ])
  seen.app.emit('second-instance', {}, ['app', 'convene://session/01BBBB'])
  await expect.poll(() => seen.did, within).toContain('load app://convene/#/session/01BBBB')
  seen.did.length = 0
  seen.app.emit('second-instance', {}, ['app'])
  await expect.poll(() => seen.did, within).toEqual(['restore', 'show', 'focus'])
  const event = prevented()
  seen.app.emit('open-url', event, 'convene://session/01CCCC')
  seen.app.emit('open-url', event, 'https://example.com/')
  await expect.poll(() => seen.did, within).toContain('load app://convene/#/session/01CCCC')
  await expect.poll(() => seen.did.at(-1), within).toBe('focus')
  const quit = prevented()
  seen.app.emit('before-quit', quit)
  await ended
  expect(quit.isPrevented).toBe(true)
  expect(seen.did.at(-1)).toBe('exit 0')
})

/** Models that never answer: what asks them runs until it is ended. */
async function silentModels() {
  const server = await startModelServer()
  const held = Promise.withResolvers<{ text: string }>()
  server.script(() => held.promise)
  onTestFinished(async () => {
    held.resolve({ text: 'Late.' })
    await server.close()
  })
  return { model: 'local/scripted', providers: { local: { type: 'openai-compatible', baseURL: `${server.url}/v1` } } }
}

test('while a run goes on behind a closed window, whatever the system hands over opens it again', async () => {
  const { seen, ended } = await started({ settings: await silentModels() })
  seen.app.emit('open-url', prevented(), 'convene://session/01AAAA')
  await expect.poll(() => seen.did, within).toContain('load app://convene/#/session/01AAAA')
  const body = JSON.stringify({ goal: 'Why?', agents: ['ux'] })
  const headers = { 'content-type': 'application/json' }
  const [, ask] = seen.handlers.protocol ?? []
  const asked = await ask?.(new Request('app://convene/api/sessions', { method: 'POST', headers, body }))
  expect(asked?.ok).toBe(true)
  const ways = [
    ['/session/01BBBB', () => seen.app.emit('second-instance', {}, ['app', 'convene://session/01BBBB'])],
    ['/session/01CCCC', () => seen.app.emit('open-url', prevented(), 'convene://session/01CCCC')],
    ['/', () => seen.app.emit('second-instance', {}, ['app'])],
    ['/', () => seen.app.emit('activate')],
  ] as const
  for (const [path, call] of ways) {
    const gone = once(seen.window, 'closed')
    close(seen)
    close(seen)
    await gone
    seen.did.length = 0
    call()
    await expect.poll(() => seen.did, within).toContain(`load app://convene/#${path}`)
  }
  seen.app.emit('before-quit', prevented())
  await ended
  expect(seen.did.at(-1)).toBe('exit 0')
})
