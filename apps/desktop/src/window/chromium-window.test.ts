import { writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { chromiumWindow } from './chromium-window.ts'
import type { WindowOptions } from './window.ts'

/**
 * A program that speaks DevTools on its pipes, as a browser does on a busy machine: its page is there only after
 * `lateMs`, and it exits when asked to unless it hangs.
 */
const busyBrowser = (lateMs: number, isHanging: boolean) => `#!${process.execPath}
const { createReadStream, createWriteStream } = require('node:fs')
const [input, output] = [createReadStream(null, { fd: 3 }), createWriteStream(null, { fd: 4 })]
const write = (message) => output.write(JSON.stringify(message) + '\\0')
const page = { targetId: 'p1', type: 'page' }
let isThere = false
let isDiscovering = false
const created = () => write({ method: 'Target.targetCreated', params: { targetInfo: page } })
setTimeout(() => {
  isThere = true
  if (isDiscovering) created()
}, ${lateMs})
const results = {
  'Target.getTargets': () => ({ targetInfos: isThere ? [page] : [] }),
  'Target.attachToTarget': () => ({ sessionId: 's1' }),
  'Browser.getWindowForTarget': () => ({ windowId: 1, bounds: { left: 0, top: 0, width: 800, height: 600 } }),
  'Runtime.evaluate': () => ({ result: { value: { left: 0, top: 0, width: 1280, height: 900 } } }),
}
let text = ''
input.setEncoding('utf8').on('data', (chunk) => {
  text += chunk
  for (let end = text.indexOf('\\0'); end >= 0; end = text.indexOf('\\0')) {
    const { id, method } = JSON.parse(text.slice(0, end))
    text = text.slice(end + 1)
    if (method === 'Target.setDiscoverTargets') isDiscovering = true
    if (method === 'Target.setDiscoverTargets' && isThere) created()
    if (method === 'Browser.close' && ${!isHanging}) process.exit(0)
    write({ id, result: results[method]?.() ?? {} })
  }
})
`

function windowIn(browser: string, limits: { readonly lingerMs?: number } = {}) {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const program = folder.file('browser.cjs')
  writeFileSync(program, browser, { mode: 0o755 })
  const options: WindowOptions = {
    folder: folder.path,
    bounds: { width: 800, height: 600 },
    path: '/',
    answer: () => new Response(''),
    openOutside: () => undefined,
    mayClose: async () => true,
    quit: () => undefined,
  }
  return chromiumWindow({ program, ...limits })(options)
}

/** Whether a process with this id exists. */
function isAlive(id: number | undefined): boolean {
  try {
    return id !== undefined && process.kill(id, 0)
  } catch {
    return false
  }
}

test.skipIf(process.platform === 'win32').each([
  ['before it is asked', 0],
  ['after it has answered', 300],
])('a browser whose page appears %s opens its window', async (_when, lateMs) => {
  const window = await windowIn(busyBrowser(lateMs, false))
  expect(await window.bounds()).toEqual({ left: 0, top: 0, width: 800, height: 600 })
  await window.close()
  expect(isAlive(window.process)).toBe(false)
})

test.skipIf(process.platform === 'win32')('a browser that hangs when it is asked to close is killed', async () => {
  const window = await windowIn(busyBrowser(0, true), { lingerMs: 100 })
  await window.close()
  expect(isAlive(window.process)).toBe(false)
})
