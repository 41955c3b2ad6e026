import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChromiumWindow, chromiumWindow, openDesktop } from '@convene/desktop'
import { openProgram, type Program } from '@convene/program'
import { createApp } from '@convene/server'
import { startModelServer, temporaryFolder } from '@convene/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildPage, pageFolder } from '../../scripts/web.mjs'
import { openDisplay } from './display.ts'

const display = await openDisplay()
const why = 'missing' in display ? ` (left out: ${display.missing})` : ''

const shell = () => chromiumWindow({ program: 'missing' in display ? '' : display.browser })

/** Every process of a tree, itself first. */
function treeOf(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((name) => [Number(name), parentOf(name)] as const)
  const children = (of: number): readonly number[] =>
    parents.flatMap(([child, parent]) => (parent === of ? [child, ...children(child)] : []))
  return [pid, ...children(pid)]
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

/** Sockets of these processes on which somebody else could connect over a network. */
function listening(pids: readonly number[]): readonly string[] {
  const open = new Set(pids.flatMap(socketsOf))
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/u))
      .filter((row) => row[3] === '0A' && open.has(row[9] ?? ''))
      .map((row) => row[1] ?? ''),
  )
}

function socketsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = linkOf(`/proc/${pid}/fd/${fd}`)
      return /^socket:\[(\d+)\]$/u.exec(target)?.[1] ?? []
    })
  } catch {
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

async function evaluate<T>(window: ChromiumWindow, expression: string): Promise<T> {
  const { result } = await window.send<{ result: { value: T } }>('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  })
  return result.value
}

/** Presses what a person would press: the control that begins with these words, once it is there. */
async function click(window: ChromiumWindow, words: string): Promise<void> {
  const find = `(() => {
    const controls = [...document.querySelectorAll('button, [role=option], [role=menuitem], [role=menuitemradio], a')]
    const found = controls.find((each) => each.innerText.trim().toLowerCase().startsWith(${JSON.stringify(words.toLowerCase())}))
    const { x, y, width, height } = found?.getBoundingClientRect() ?? {}
    return found && width > 0 ? { x: x + width / 2, y: y + height / 2 } : null
  })()`
  await expect.poll(() => evaluate(window, find), within).not.toBeNull()
  const at = await evaluate<{ x: number; y: number }>(window, find)
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
    await window.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 })
}

/** Ctrl and a letter. */
async function press(window: ChromiumWindow, key: string): Promise<void> {
  const code = {
    key,
    code: `Key${key.toUpperCase()}`,
    windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0),
    modifiers: 2,
  }
  for (const type of ['rawKeyDown', 'keyUp']) await window.send('Input.dispatchKeyEvent', { type, ...code })
}

/** A provider whose models never answer. */
async function hangingModels() {
  const server = await startModelServer()
  const held = Promise.withResolvers<void>()
  server.script(async () => {
    await held.promise
    return { text: 'Late.' }
  })
  const providers = { local: { type: 'openai-compatible', baseURL: `${server.url}/v1` } }
  return {
    settings: { model: 'local/scripted', providers },
    [Symbol.asyncDispose]: async () => {
      held.resolve()
      await server.close()
    },
  }
}

const text = (window: ChromiumWindow) => evaluate<string>(window, 'document.body.innerText')
const within = { timeout: 50_000, interval: 100 }

describe.skipIf('missing' in display)(`the window${why}`, () => {
  using folder = temporaryFolder()
  let program: Program
  let close: (() => Promise<void>) | undefined
  let open: ChromiumWindow | undefined
  const assets = pageFolder

  beforeAll(async () => {
    await buildPage()
    if ('missing' in display) return
    process.env.DISPLAY = display.name
  })

  afterAll(() => {
    if (!('missing' in display)) display.end()
  })

  /** Opens the program and its window, as a start does. */
  async function start(path?: string): Promise<{ window: ChromiumWindow; ended: Promise<string>; outside: string[] }> {
    const home = folder.file('home')
    const opened = openProgram({ home, workspace: folder.path, environment: { PATH: process.env.PATH }, version: '0' })
    program = opened.program
    close = opened.close
    const shown = Promise.withResolvers<ChromiumWindow>()
    const outside: string[] = []
    const ended = openDesktop({
      program,
      open: shell(),
      assets,
      path,
      openOutside: (url) => outside.push(url),
      notice: () => undefined,
      opened: (window) => shown.resolve(window),
    })
    open = await shown.promise
    return { window: open, ended, outside }
  }

  /** Starts a panel in the process that shows the window, as any other door would. */
  const startPanel = (goal: string): Promise<string> => startSession({ goal, mode: 'panel' })

  async function startSession(wanted: object): Promise<string> {
    const app = createApp({ program })
    const response = await app.fetch(
      new Request('http://convene.invalid/api/sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wanted),
      }),
    )
    app.close()
    return ((await response.json()) as { id: string }).id
  }

  afterEach(async () => {
    await open?.close()
    await close?.()
  })

  test('runs a panel from goal to report, is restarted in the middle, and never opens a port', async () => {
    const first = await start()
    await expect.poll(() => text(first.window), within).toContain('What should the team do?')
    expect(listening(treeOf(process.pid).filter((pid) => pid !== process.pid))).toEqual([])
    const place = `/session/${await startPanel('Should one process write the queue?')}`
    await first.window.go(place)
    await expect.poll(() => text(first.window), within).toContain('Approve')
    await first.window.close()
    expect(await first.ended).toBe('closed')
    await close?.()

    const second = await start()
    await expect.poll(() => evaluate(second.window, 'location.hash'), within).toBe(`#${place}`)
    await expect.poll(() => text(second.window), within).toContain('Approve')
    await click(second.window, 'Approve')
    await expect.poll(() => text(second.window), within).toMatch(/Minority Report/u)
    expect(listening(treeOf(process.pid).filter((pid) => pid !== process.pid))).toEqual([])
    await second.window.close()
    await second.ended
  }, 120_000)

  test('opens once: a second start tells the first where to go', async () => {
    const { window, ended } = await start()
    const again = await openDesktop({
      program,
      open: shell(),
      assets,
      path: '/settings',
      openOutside: () => undefined,
      notice: () => undefined,
    })
    expect(again).toBe('handed over')
    await expect.poll(() => evaluate<string>(window, 'location.hash'), within).toBe('#/settings')
    await window.close()
    await ended
  }, 60_000)

  test('is asked before it closes on a run, and leaves it paused when the person says so', async () => {
    await using models = await hangingModels()
    mkdirSync(folder.file('home'), { recursive: true })
    writeFileSync(folder.file('home/config.json'), JSON.stringify(models.settings))
    onTestFinished(() => rmSync(folder.file('home/config.json')))
    const { window, ended } = await start()
    await expect.poll(() => text(window), within).toContain('What should the team do?')
    const mayClose = () => evaluate<boolean>(window, `dispatchEvent(new Event('beforeunload', { cancelable: true }))`)
    expect(await mayClose()).toBe(true)
    const id = await startSession({ goal: 'Why?', agents: ['ux'] })
    await expect.poll(mayClose, within).toBe(false)
    await press(window, 'k')
    // The window is gone before the last of the click is answered.
    await click(window, 'Quit: pause runs').catch(() => undefined)
    expect(await ended).toBe('closed')
    const rows = await (await program.store()).log.list({ limit: 50 })
    expect(rows.find((row) => row.id === id)).toMatchObject({ phase: 'paused' })
  }, 60_000)

  test('asks nobody else for anything, and sends links out to the browser of the person', async () => {
    const { window, ended, outside } = await start()
    await expect.poll(() => text(window), within).toContain('What should the team do?')
    const fetched = await evaluate<string>(
      window,
      `fetch('https://example.com/', { mode: 'no-cors' }).then(() => 'reached', () => 'refused')`,
    )
    expect(fetched).toBe('refused')
    await evaluate(window, `window.open('https://example.com/out'); 1`)
    await expect.poll(() => outside, within).toContain('https://example.com/out')
    await window.close()
    await ended
    expect(JSON.parse(readFileSync(join(program.home, 'window/bounds.json'), 'utf8'))).toHaveProperty('width')
  }, 60_000)
})
