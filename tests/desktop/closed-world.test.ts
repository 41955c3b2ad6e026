import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildPage } from '../../scripts/web.mjs'
import { type Display, has, openDisplay } from './display.ts'
import { evaluate, shows, text, within } from './drive.ts'
import { newPlace, type Opened, openWindow } from './open-window.ts'

const found = await openDisplay()
const display = found as Display
const why = 'missing' in found ? ` (left out: ${found.missing})` : ''
const START = /What should the team decide, build or find out\?/u

/** A local server that the page must not reach. It counts connections. */
async function stranger(): Promise<{ readonly server: Server; readonly host: string; connections(): number }> {
  let count = 0
  const server = createServer((_request, response) => response.end('reached'))
  server.on('connection', () => {
    count += 1
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => count }
}

describe.skipIf('missing' in found)(`the page in the window${why}`, () => {
  let other: Awaited<ReturnType<typeof stranger>>

  beforeAll(async () => {
    await buildPage()
    vi.stubEnv('DISPLAY', display.name)
    other = await stranger()
  })

  afterAll(() => {
    vi.unstubAllEnvs()
    display.end()
    other.server.close()
  })

  async function opened(): Promise<Opened> {
    const app = await openWindow(newPlace(display))
    await shows(app.window(), START)
    return app
  }

  /**
   * Ways out of a page. Each says whether something came back. The page's own policy (CSP) is switched off first if
   * possible.
   */
  const waysOut: readonly (readonly [string, string])[] = [
    ['a fetch', `fetch('http://HOST/fetch', { mode: 'no-cors' }).then(() => 'reached')`],
    ['a beacon', `(navigator.sendBeacon('http://HOST/beacon'), 'sent')`],
    ['a WebSocket', opens(`new WebSocket('ws://HOST/socket')`)],
    ['an event source', opens(`new EventSource('http://HOST/events')`)],
    ['an image', loads(`Object.assign(new Image(), { src: 'http://HOST/image.png' })`)],
    ['a script', loads(added('script', `src: 'http://HOST/script.js'`))],
    ['a style', loads(added('link', `rel: 'stylesheet', href: 'http://HOST/style.css'`))],
    ['a prefetch', loads(added('link', `rel: 'prefetch', href: 'http://HOST/prefetch'`))],
    ['a connection made ahead', loads(added('link', `rel: 'preconnect', href: 'http://HOST'`))],
    ['a frame', loads(added('iframe', `src: 'http://HOST/frame'`))],
    ['a download', `(${added('a', `href: 'http://HOST/file', download: 'file'`)}.click(), 'clicked')`],
    [
      'a worker that fetches',
      `new Promise((resolve) => {
        const script = URL.createObjectURL(new Blob(["fetch('http://HOST/worker', { mode: 'no-cors' }).then(() => postMessage('reached'), () => postMessage('refused'))"]))
        const worker = new Worker(script)
        worker.onmessage = ({ data }) => resolve(data)
        worker.onerror = () => resolve('refused')
      })`,
    ],
    ['a service worker', `navigator.serviceWorker.register('http://HOST/sw.js').then(() => 'reached')`],
    [
      'a call to a peer',
      `(async () => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:HOST' }, { urls: 'turn:HOST?transport=tcp', username: 'a', credential: 'b' }] })
        peer.createDataChannel('out')
        await peer.setLocalDescription(await peer.createOffer())
        return 'offered'
      })()`,
    ],
  ]

  test('reaches no other server, whichever way it tries', async () => {
    const { window } = await opened()
    // The page's own policy would stop most of them. This test is about the window around it.
    await window().send('Page.setBypassCSP', { enabled: true })
    await window().send('Page.reload')
    await shows(window(), START)
    for (const [name, script] of waysOut) {
      const wait = `Promise.race([${script.replaceAll('HOST', other.host)}, new Promise((resolve) => setTimeout(resolve, 1500, 'nothing'))])`
      const came = await evaluate<string>(
        window(),
        `(async () => { try { return await ${wait} } catch { return 'refused' } })()`,
      )
      expect(`${name}: ${came}, ${other.connections()}`).not.toMatch(/reached|[1-9]$/u)
    }
    expect(other.connections()).toBe(0)
    expect(await text(window())).toMatch(START)
  })

  test('does not navigate or open windows, and sends web links to the user’s browser once', async () => {
    const { window, outside } = await opened()
    const addresses = [
      'file:///etc/passwd',
      'chrome://settings',
      'devtools://devtools/bundled/inspector.html',
      'view-source:https://convene.invalid/',
      'data:text/html,hi',
    ]
    for (const url of addresses) {
      await evaluate(
        window(),
        `(() => { try { location.href = ${JSON.stringify(url)} } catch {} ; window.open(${JSON.stringify(url)}); return 1 })()`,
      )
      expect(await evaluate<string>(window(), 'location.origin')).toBe('https://convene.invalid')
    }
    expect(outside).toEqual([])
    await evaluate(window(), `window.open('https://example.com/opened'); 1`)
    await expect.poll(() => outside, within).toEqual(['https://example.com/opened'])
    await evaluate(window(), `location.href = 'https://example.com/gone'; 1`)
    await expect.poll(() => outside.slice(1), within).toEqual(['https://example.com/gone'])
    await shows(window(), START)
    await expect.poll(() => pagesOf(window()), within).toHaveLength(1)
  })

  test('has only two system permissions, notifications and clipboard writes, and prompts for no other', async () => {
    const { window } = await opened()
    const state = (name: string) =>
      evaluate<string>(
        window(),
        `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state, () => 'none')`,
      )
    expect([await state('notifications'), await state('clipboard-write')]).toEqual(['granted', 'granted'])
    for (const name of [
      'camera',
      'microphone',
      'geolocation',
      'clipboard-read',
      'midi',
      'window-management',
      'local-fonts',
    ])
      expect(`${name} ${await state(name)}`).toMatch(/ (?:denied|none)$/u)
  })

  const noHands = !has('xdotool')
  test.skipIf(noHands)(
    `saves a file where the user chooses${noHands ? ' (left out: xdotool is not installed)' : ''}`,
    async () => {
      const desk = newPlace(display)
      const { window } = await openWindow(desk)
      await shows(window(), START)
      const made = `URL.createObjectURL(new Blob(['# Report'], { type: 'text/markdown' }))`
      await evaluate(window(), `(${added('a', `href: ${made}, download: 'report.md'`)}.click(), 1)`)
      const dialog = () => hands('search', '--name', '^Save File$')
      await expect.poll(dialog, within).toMatch(/^\d+$/u)
      const chosen = desk.folder.file('work/chosen.md')
      // A dialog that is still being drawn drops some or all keys. The field is filled again until the name is right.
      const choose = () => {
        if (existsSync(chosen) || dialog() === '') return existsSync(chosen)
        hands('windowfocus', '--sync', dialog())
        hands('key', 'ctrl+a')
        hands('type', '--delay', '20', chosen)
        // The first Return goes to the list of suggested names.
        return hands('key', 'alt+s') === '' && hands('key', 'Return') === '' && existsSync(chosen)
      }
      await expect.poll(choose, { ...within, interval: 1_000 }).toBe(true)
      await expect.poll(() => readFileSync(chosen, 'utf8'), within).toBe('# Report')
    },
  )

  test('can send commands, and a frame inside it cannot: a frame cannot end the program', async () => {
    const { window } = await opened()
    await evaluate(
      window(),
      `document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: 'inside' })); 1`,
    )
    const say = `(() => {
      const inner = document.querySelector('iframe').contentWindow
      inner.conveneSend?.('{"kind":"quit","pause":false}')
      return typeof inner.conveneSend
    })()`
    await expect.poll(() => evaluate(window(), say)).toBe('function')
    expect(await text(window())).toMatch(START)
    // The same message from the page itself ends it.
    await evaluate(window(), `conveneSend('{"kind":"quit","pause":false}')`).catch(() => undefined)
    await window().closed
  })
})

/** Mouse and keyboard input on this screen. */
const hands = (...words: readonly string[]): string => spawnSync('xdotool', words, { encoding: 'utf8' }).stdout.trim()

/** Whether an element has loaded. A frame also loads when it shows an error. */
function loads(element: string): string {
  return `new Promise((resolve) => {
    const made = ${element}
    made.onload = () => resolve('loaded')
    made.onerror = () => resolve('refused')
  })`
}

function opens(socket: string): string {
  return `new Promise((resolve) => {
    const made = ${socket}
    made.onopen = () => resolve('reached')
    made.onerror = () => { made.close(); resolve('refused') }
  })`
}

function added(tag: string, properties: string): string {
  return `document.head.appendChild(Object.assign(document.createElement('${tag}'), { ${properties} }))`
}

const pagesOf = async (window: { send<T>(method: string): Promise<T> }): Promise<readonly unknown[]> =>
  (await window.send<{ targetInfos: readonly { type: string }[] }>('Target.getTargets')).targetInfos.filter(
    ({ type }) => type === 'page',
  )
