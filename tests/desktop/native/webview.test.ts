import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reservedPort, temporaryFolder } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildPage, pageFolder } from '../../../scripts/web.mjs'
import { openDisplay } from '../display.ts'
import { childrenOf, listening, startedWith } from '../processes.ts'
import { openSystem, type System } from './system.ts'
import { type Driver, openDriver } from './webdriver.ts'

const isLong = Boolean(process.env.CONVENE_LONG)
const display = isLong ? await openDisplay() : { missing: 'part of npm run test:long' }
const system = 'missing' in display ? display : openSystem()
const why = 'missing' in system ? ` (left out: ${system.missing})` : ''
const within = { interval: 200 }
const entry = fileURLToPath(new URL('open-window.ts', import.meta.url))

/** A data folder, a workspace, and a script that opens the app on them in the native webview. */
function newPlace({ modules }: System) {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  for (const name of ['home', 'work']) mkdirSync(folder.file(name))
  const words = [process.execPath, entry, folder.file('home'), folder.file('work'), pageFolder, modules]
  const program = folder.file('open')
  const log = folder.file('said')
  writeFileSync(program, `#!/bin/sh\nexec dbus-run-session -- ${words.join(' ')} > ${log} 2>&1\n`, { mode: 0o755 })
  return { folder, program, words, environment: { DISPLAY: 'missing' in display ? '' : display.name } }
}

type NativeFolders = ReturnType<typeof newPlace>

/** Opens the app and drives its page. Ending it is like losing power. */
async function open(
  { start }: System,
  { folder, program, environment }: NativeFolders,
): Promise<Driver & { kill(): Promise<void> }> {
  const port = await reservedPort()
  const child = start(['WebKitWebDriver', '--host=127.0.0.1', `--port=${port}`], {
    environment: { ...environment, CONVENE_DRIVEN: '1' },
    folders: [folder.path],
  })
  const kill = () => endOf(child)
  onTestFinished(kill)
  const address = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${address}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      within,
    )
    .toBe(true)
  return { ...(await openDriver(address, program)), kill }
}

function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

describe.skipIf('missing' in system)(`the native webview${why}`, () => {
  const native = system as System

  test('shows a panel from goal to report, over its own scheme, and resumes after a power loss', async () => {
    await buildPage()
    const place = newPlace(native)
    const first = await open(native, place)
    await expect.poll(() => first.text(), within).toContain('What should the team do?')
    expect(await first.evaluate('location.origin + globalThis.convenePipe.shell')).toBe('app://localhostwindow')
    await first.picture('webkit-start')
    await first.click('Decide')
    await first.click('Start')
    await expect.poll(() => first.text(), within).toContain('Approve')
    await first.picture('webkit-asks')
    await first.kill()

    const second = await open(native, place)
    await expect.poll(() => second.text(), within).toContain('Approve')
    await second.click('Approve')
    await expect.poll(() => second.text(), within).toMatch(/Disagreements/u)
    await second.picture('webkit-report')
    await second.end()
  })

  test('opens a window, listens on nothing, and exits cleanly', async () => {
    await buildPage()
    const place = newPlace(native)
    const said = () => (existsSync(place.folder.file('said')) ? readFileSync(place.folder.file('said'), 'utf8') : '')
    const child = native.start([place.program], { environment: place.environment, folders: [place.folder.path] })
    onTestFinished(() => endOf(child))
    await expect.poll(said, within).toContain('opened')
    await expect.poll(() => existsSync(place.folder.file('home/window/bounds.json')), within).toBe(true)
    expect(startedWith('WebKitWebProcess').length).toBeGreaterThan(0)
    expect(listening(childrenOf(child.pid as number))).toEqual([])
    const [program = 0] = startedWith(place.folder.file('home'))
      .filter((pid) => startedWith(entry).includes(pid))
      .slice(-1)
    process.kill(program, 'SIGTERM')
    await expect.poll(said, within).toContain('ended closed')
    expect(readdirSync(place.folder.file('home/window'))).not.toContain('instance.json')
  })
})
