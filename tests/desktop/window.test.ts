import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumWindow, openDesktop } from '@convene/desktop'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildPage, pageFolder } from '../../scripts/web.mjs'
import { type Display, openDisplay } from './display.ts'
import { click, evaluate, picture, place, press, shows, text, type, within } from './drive.ts'
import { hangingModels, newPlace, type Opened, openWindow, phaseOf, startSession } from './open-window.ts'
import { childrenOf, listening } from './processes.ts'

const found = await openDisplay()
const display = found as Display
const why = 'missing' in found ? ` (left out: ${found.missing})` : ''
const START = 'What should the team do?'

describe.skipIf('missing' in found)(`the window${why}`, () => {
  beforeAll(async () => {
    await buildPage()
    vi.stubEnv('DISPLAY', display.name)
  })

  afterAll(() => {
    vi.unstubAllEnvs()
    display.end()
  })

  test('runs a panel from goal to report, is restarted in the middle, and never opens a port', async () => {
    const desk = newPlace(display)
    // Other files of this worker may have left a shared server running, such as a database.
    const others = new Set(listening(childrenOf(process.pid)))
    const opened = () => listening(childrenOf(process.pid)).filter((socket) => !others.has(socket))
    const first = await openWindow(desk)
    await shows(first.window(), START)
    await picture(first.window(), 'window-start')
    expect(opened()).toEqual([])
    await evaluate(first.window(), `document.querySelector('[aria-label=Goal]').focus()`)
    await type(first.window(), 'Should one process write the queue?')
    await click(first.window(), 'Change seats')
    await click(first.window(), 'No team')
    await click(first.window(), 'Quick Panel')
    await shows(first.window(), /Panel, 5 seats/u)
    await click(first.window(), 'Start')
    await shows(first.window(), /Approve/u)
    const at = await place(first.window())
    await expect.poll(() => evaluate(first.window(), 'document.title'), within).toMatch(/^\(1\) /u)
    await picture(first.window(), 'window-approval')
    await first.end()

    const second = await openWindow(desk)
    await expect.poll(() => place(second.window()), within).toBe(at)
    await click(second.window(), 'Approve')
    await shows(second.window(), /Disagreements/u)
    await expect.poll(() => evaluate(second.window(), 'document.title'), within).not.toMatch(/^\(/u)
    await picture(second.window(), 'window-report')
    expect(opened()).toEqual([])
  })

  test('opens once: a second start redirects the first', async () => {
    const desk = newPlace(display)
    const { window, program } = await openWindow(desk)
    const again = await openDesktop({
      program,
      open: chromiumWindow({ program: display.browser }),
      assets: pageFolder,
      path: '/settings',
      openOutside: () => undefined,
      notice: () => undefined,
    })
    expect(again).toBe('handed over')
    await expect.poll(() => place(window()), within).toBe('#/settings')
  })

  test('remembers its position, and comes back on a screen that is smaller than the last one', async () => {
    const desk = newPlace(display)
    const file = join(desk.home, 'window/bounds.json')
    const first = await openWindow(desk)
    await expect.poll(() => first.window().bounds(), within).toBeDefined()
    const wanted = { left: 140, top: 90, width: 820, height: 640 }
    const { windowId } = await first.window().send<{ windowId: number }>('Browser.getWindowForTarget')
    await first.window().send('Browser.setWindowBounds', { windowId, bounds: wanted })
    await expect.poll(() => JSON.parse(readFileSync(file, 'utf8')), within).toEqual(wanted)
    await first.end()
    const second = await openWindow(desk)
    expect(await second.window().bounds()).toEqual(wanted)
    await second.end()
    writeFileSync(file, JSON.stringify({ left: 3_000, top: 2_000, width: 2_400, height: 640 }))
    const third = await openWindow(desk)
    const screen = { left: 0, top: 260, width: 1280, height: 640 }
    await expect.poll(() => third.window().bounds(), within).toEqual(screen)
  })

  describe('closed while something runs, asks', () => {
    /** A window with a run that continues until its model is released, and a request to close it. */
    async function closing(): Promise<Opened & { id: Awaited<ReturnType<typeof startSession>>; letGo(): void }> {
      const desk = newPlace(display)
      const { letGo } = await hangingModels(desk)
      const opened = await openWindow(desk)
      await shows(opened.window(), START)
      const id = await startSession(opened.program, { goal: 'Why?', agents: ['ux'] })
      await shows(opened.window(), /Why\?/u)
      // Like the window's close button: the call is answered when the window is gone.
      opened
        .window()
        .send('Page.close')
        .catch(() => undefined)
      await shows(opened.window(), /Work is still running/u)
      await picture(opened.window(), 'window-closing')
      return { ...opened, id, letGo }
    }

    test('and stays open if the user stays', async () => {
      const { window, id, program } = await closing()
      await click(window(), 'Stay')
      await expect.poll(() => text(window()), within).not.toMatch(/Work is still running/u)
      expect(await phaseOf(program, id)).toBe('running')
    })

    test('and leaves the run paused if the user pauses', async () => {
      const { window, id, program, ended } = await closing()
      // The window is gone before the click has been answered.
      await click(window(), 'Pause and close').catch(() => undefined)
      expect(await ended).toBe('closed')
      expect(await phaseOf(program, id)).toBe('paused')
    })

    test('and lets it finish in the background, where the next start finds it', async () => {
      const { window, reopened, id, program, ended, notices, letGo } = await closing()
      const again = reopened()
      const before = window().closed
      await click(window(), 'Continue in the background').catch(() => undefined)
      await before
      await expect.poll(() => notices, within).toEqual([expect.stringMatching(/^1 run continues/u)])
      expect(await phaseOf(program, id)).toBe('running')
      const started = await openDesktop({
        program,
        open: chromiumWindow({ program: display.browser }),
        assets: pageFolder,
        path: `/session/${id}`,
        openOutside: () => undefined,
        notice: () => undefined,
      })
      expect(started).toBe('handed over')
      await shows(await again, /Why\?/u)
      letGo()
      await shows(await again, /It is done, and it was late\./u)
      await picture(await again, 'window-again')
      await (await again).close()
      expect(await ended).toBe('closed')
      expect(await phaseOf(program, id)).toBe('completed')
    })

    test('even right after a start that its page has not heard of yet', async () => {
      const desk = newPlace(display)
      await hangingModels(desk)
      const { window, program } = await openWindow(desk)
      await shows(window(), START)
      await startSession(program, { goal: 'Why?', agents: ['ux'] })
      window()
        .send('Page.close')
        .catch(() => undefined)
      await shows(window(), /Work is still running/u)
    })

    test('but not if nothing runs, and not again once the user has chosen how to leave', async () => {
      const desk = newPlace(display)
      const { letGo } = await hangingModels(desk)
      const opened = await openWindow(desk)
      await shows(opened.window(), START)
      await startSession(opened.program, { goal: 'Why?', agents: ['ux'] })
      await shows(opened.window(), /Why\?/u)
      await press(opened.window(), 'k')
      await click(opened.window(), 'Quit and keep runs going').catch(() => undefined)
      await opened.window().closed
      letGo()
      expect(await opened.ended).toBe('closed')
      const idle = await openWindow(newPlace(display))
      await shows(idle.window(), START)
      idle
        .window()
        .send('Page.close')
        .catch(() => undefined)
      expect(await idle.ended).toBe('closed')
    })
  })
})
