import { runInNewContext } from 'node:vm'
import { framed, LEAVING, pipeFetch } from '@convene/protocol'
import { expect, test } from 'vitest'
import { type Application, loadWebview, type WebviewSettings } from './module.ts'
import { webviewWindow } from './webview-window.ts'

type Handler = (request: Request) => Promise<Response> | Response
type Listener = (event: never) => void

/** A native webview without a screen: it records what it was given, and runs the page's scripts. */
function fakeWebview(screen = { width: 2560, height: 1800 }) {
  const asked: { settings?: WebviewSettings; protocol?: readonly [string, Handler]; titles: string[] } = { titles: [] }
  const did: string[] = []
  const listeners = new Map<string, Listener>()
  let fromPage: (message: { body: Uint8Array; uri: string }) => void = () => undefined
  const page: Record<string, unknown> = {
    ipc: { postMessage: (text: string) => fromPage({ body: Buffer.from(text), uri: 'app://localhost/#/' }) },
  }
  const webview = {
    onIpcMessage: (handle: typeof fromPage) => {
      fromPage = handle
    },
    on: (event: string, listen: Listener) => listeners.set(event, listen),
    evaluateScript: (script: string) => runInNewContext(script, page),
    loadUrl: (url: string) => did.push(`load ${url}`),
  }
  const native = {
    registerProtocol: (scheme: string, handler: Handler) => {
      asked.protocol = [scheme, handler]
    },
    createWebview: (settings: WebviewSettings) => {
      asked.settings = settings
      runInNewContext(settings.preload, page)
      return webview
    },
    on: (event: string, listen: Listener) => listeners.set(event, listen),
    setTitle: (title: string) => asked.titles.push(title),
    show: () => did.push('show'),
    hide: () => did.push('hide'),
    focus: () => did.push('focus'),
    isMaximized: () => false,
    getInnerSize: () => ({ width: 900, height: 700 }),
    getPosition: () => ({ x: 20, y: 30 }),
    setSize: (width: number, height: number) => did.push(`size ${width} ${height}`),
    setPosition: (x: number, y: number) => did.push(`place ${x} ${y}`),
    getCurrentMonitor: () => null,
    getPrimaryMonitor: () => ({ scaleFactor: 2, position: { x: 0, y: 0 }, size: screen }),
  }
  class Fake implements Application {
    createBrowserWindow(options: object) {
      did.push(`open ${JSON.stringify(options)}`)
      return native
    }
    createWebContext(options: object) {
      did.push(`context ${JSON.stringify(options)}`)
      return { dispose: () => undefined }
    }
    run() {
      did.push('run')
    }
    stop() {
      did.push('stop')
    }
  }
  const say = (body: string, uri: string) => fromPage({ body: Buffer.from(body), uri })
  return {
    module: { Application: Fake },
    asked,
    did,
    page,
    say,
    fire: (event: string, what = {}) => listeners.get(event)?.(what as never),
  }
}

async function opened({ isBusy = false, screen = { width: 2560, height: 1800 } } = {}) {
  const fake = fakeWebview(screen)
  const outside: string[] = []
  const quits: boolean[] = []
  const open = webviewWindow(fake.module)
  const show = (path: string) =>
    open({
      folder: '/data/window',
      bounds: { width: 1000, height: 800, left: 5, top: 6 },
      path,
      answer: async (request) => new Response(`answer to ${new URL(request.url).pathname}`),
      openOutside: (url) => outside.push(url),
      quit: (pause) => quits.push(pause),
      mayClose: async () => !isBusy,
    })
  const window = await show('/session/01ABC')
  return { ...fake, show, window, outside, quits, settings: fake.asked.settings as WebviewSettings }
}

const close = () => {
  const event = { isPrevented: false, preventDefault: () => (event.isPrevented = true) }
  return event
}

test('opens at its last position and path, from the page’s own scheme, which we answer', async () => {
  const { did, asked, settings } = await opened()
  expect(did.slice(0, 2)).toEqual([
    'open {"title":"Convene","logical":true,"width":1000,"height":800,"x":5,"y":6}',
    'context {"dataDirectory":"/data/window/webview","allowsAutomation":false}',
  ])
  expect(settings).toMatchObject({ url: 'app://localhost/#/session/01ABC', enableDevtools: false })
  const [scheme, handler] = asked.protocol ?? []
  expect(scheme).toBe('app')
  expect(await (await handler?.(new Request('app://localhost/index.html')))?.text()).toBe('answer to /index.html')
  expect((await handler?.(new Request('app://elsewhere/index.html')))?.status).toBe(403)
})

test("the page navigates nowhere else and opens no window: links open in the user's browser", async () => {
  const { settings, outside } = await opened()
  expect(settings.navigationHandler('app://localhost/#/settings')).toBe(true)
  expect(settings.navigationHandler('http://app.localhost/')).toBe(true)
  for (const url of ['https://example.com/', 'file:///etc/passwd', 'app://localhost.evil.example/', 'javascript:1'])
    expect(settings.navigationHandler(url)).toBe(false)
  // Some systems ask about a new window twice, but it is opened once.
  expect(settings.navigationHandler('https://example.com/out')).toBe(false)
  expect(settings.newWindowHandler({ url: 'https://example.com/out' })).toBe(false)
  expect(settings.newWindowHandler({ url: 'app://localhost/' })).toBe(false)
  expect(outside).toEqual(['https://example.com/', 'https://example.com/out'])
})

test('only files generated by the page itself can be saved', async () => {
  const { settings } = await opened()
  expect(settings.navigationHandler('blob:app://localhost/4a1d')).toBe(true)
  expect(settings.navigationHandler('blob:https://example.com/4a1d')).toBe(false)
})

test("the page's calls use `convenePipe`, as in every other shell", async () => {
  const { page, quits } = await opened()
  const pipe = page.convenePipe as { shell: string; quit(pause: boolean): void } & Parameters<typeof framed>[0]
  expect(pipe.shell).toBe('window')
  const fetch = pipeFetch(framed(pipe))
  expect(await (await fetch('/api/health')).text()).toBe('answer to /api/health')
  pipe.quit(true)
  expect(quits).toEqual([true])
})

test('a frame of another origin is ignored', async () => {
  const { say, quits } = await opened()
  say('{"kind":"quit","pause":false}', 'https://example.com/')
  expect(quits).toEqual([])
  say('{"kind":"quit","pause":false}', 'app://localhost/')
  expect(quits).toEqual([false])
})

test('can be raised, navigated, moved and closed', async () => {
  const { window, did, fire, asked } = await opened()
  await window.go('/settings')
  await window.raise()
  expect(did.slice(-3)).toEqual(['load app://localhost/#/settings', 'show', 'focus'])
  expect(await window.bounds()).toEqual({ width: 900, height: 700, left: 20, top: 30 })
  fire('title-changed', { title: '(1) Convene' })
  expect(asked.titles).toEqual(['(1) Convene'])
  const event = close()
  fire('close', event)
  await window.closed
  expect(event.isPrevented).toBe(true)
  expect(did.slice(-3)).toEqual(['load about:blank', 'hide', 'stop'])
})

test('is shown again in the same native window, since a process can have only one', async () => {
  const { window, show, did } = await opened()
  await window.close()
  did.length = 0
  await show('/settings')
  expect(did).toEqual(['load app://localhost/#/settings', 'show', 'focus', 'run'])
})

test('the page must ask if the window is closed while something runs here', async () => {
  const { page, fire, did } = await opened({ isBusy: true })
  const said: string[] = []
  ;(page.convenePipe as { hear(take: (text: string) => void): void }).hear((text) => said.push(text))
  fire('close', close())
  await expect.poll(() => said).toEqual([LEAVING])
  expect(did).not.toContain('hide')
})

test('a window from a larger screen moves onto this one', async () => {
  const { did } = await opened({ screen: { width: 1600, height: 1200 } })
  expect(did.filter((each) => /^(?:size|place) /u.test(each))).toEqual(['size 800 600', 'place 0 0'])
})

test('a missing, broken or unknown module gives a reason instead of failing', async () => {
  expect(await loadWebview()).toEqual({ why: 'The native webview is not installed.' })
  const broken = () => Promise.reject(new Error('GLIBC_2.39 not found\nrequired by webview.node'))
  expect(await loadWebview(broken)).toEqual({ why: 'The native webview does not run here: GLIBC_2.39 not found' })
  expect(await loadWebview(async () => ({}))).toHaveProperty('why')
  expect(await loadWebview(async () => fakeWebview().module)).toHaveProperty('module')
})
