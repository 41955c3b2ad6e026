import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumWindow, openDesktop } from '@convene/desktop'
import { describe, expect, test } from 'vitest'
import { pageFolder } from '../../scripts/web.mjs'
import { openDisplay } from './display.ts'
import { click, picture, place, press, shows, text, within } from './drive.ts'
import { onDisplay } from './on-display.ts'
import { hangingModels, newPlace, type Opened, openWindow, phaseOf, startSession } from './open-window.ts'

const START = 'What should the team decide, build or find out?'

onDisplay(await openDisplay(), 'the window', (display) => {
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
