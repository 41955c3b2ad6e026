import { expect, test } from 'vitest'
import { openDisplay } from './display.ts'
import { click, evaluate, picture, place, shows, type, within } from './drive.ts'
import { onDisplay } from './on-display.ts'
import { newPlace, openWindow } from './open-window.ts'
import { childrenOf, listening } from './processes.ts'

onDisplay(await openDisplay(), 'a story in the window', (display) => {
  test('runs a panel from goal to report, is restarted in the middle, and never opens a port', async () => {
    const desk = newPlace(display)
    // Other files of this worker may have left a shared server running, such as a database.
    const others = new Set(listening(childrenOf(process.pid)))
    const opened = () => listening(childrenOf(process.pid)).filter((socket) => !others.has(socket))
    const first = await openWindow(desk)
    await shows(first.window(), 'What should the team decide, build or find out?')
    await picture(first.window(), 'window-start')
    expect(opened()).toEqual([])
    await evaluate(first.window(), `document.querySelector('[aria-label=Goal]').focus()`)
    await type(first.window(), 'Should one process write the queue?')
    await shows(first.window(), /3 seats/u)
    await evaluate(first.window(), `document.querySelector('[aria-controls=run-details]').click()`)
    await shows(first.window(), 'Change seats')
    await click(first.window(), 'Change seats')
    await click(first.window(), 'No team')
    await click(first.window(), 'Quick Panel')
    await shows(first.window(), /· Quick Panel/u)
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
})
