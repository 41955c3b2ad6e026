import { expect, test } from 'vitest'
import { newPerson, type Started } from './command.ts'
import { openDisplay } from './display.ts'
import { click, evaluate, place, shows, type, within } from './drive.ts'
import { onDisplay } from './on-display.ts'
import { hangingModels, newPlace, openWindow } from './open-window.ts'

onDisplay(
  await openDisplay(),
  'a window, the command line and a server on one data folder at the same time',
  (display) => {
    type Row = { readonly id: string; readonly goal: string; readonly phase: string }

    /** Lists the server's sessions, like a browser that has followed its link. */
    async function listOf(server: Started): Promise<() => Promise<readonly Row[]>> {
      await expect.poll(server.said, within).toMatch(/^http:\S+$/mu)
      const link = /^http:\S+$/mu.exec(server.said())?.[0] ?? ''
      const entered = await fetch(link, { redirect: 'manual' })
      const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
      const key = new URLSearchParams(entered.headers.get('location')?.split('#')[1]).get('key') ?? ''
      return async () => {
        const answer = await fetch(new URL('/api/sessions', link), { headers: { cookie, 'x-convene-page': key } })
        return ((await answer.json()) as { items: readonly Row[] }).items
      }
    }

    test('a session started in any of them is visible in the others while it runs, and once it is done', async () => {
      const desk = newPlace(display)
      const { letGo } = await hangingModels(desk)
      const person = newPerson(display.name)
      const convene = (...words: readonly string[]) => person.start(words, { CONVENE_HOME: desk.home })
      const { window } = await openWindow(desk)
      await shows(window(), /What should the team decide, build or find out\?/u)
      const served = await listOf(convene('serve'))
      const phases = async () => Object.fromEntries((await served()).map(({ goal, phase }) => [goal, phase]))

      const ran = convene('run', 'Asked in the terminal', '--agents', 'ux', '--json')
      await shows(window(), /Asked in the terminal/u)
      await expect.poll(phases, within).toEqual({ 'Asked in the terminal': 'running' })

      await evaluate(window(), `document.querySelector('[aria-label=Goal]').focus()`)
      await type(window(), 'Asked in the window')
      await click(window(), 'Start')
      await expect.poll(() => place(window()), within).toMatch(/^#\/session\//u)
      const both = { 'Asked in the terminal': 'running', 'Asked in the window': 'running' }
      await expect.poll(phases, within).toEqual(both)
      expect((await convene('sessions').ended).out).toMatch(/Asked in the window/u)

      letGo()
      expect((await ran.ended).code).toBe(0)
      await shows(window(), /It is done, and it was late\./u)
      await expect.poll(phases, within).toEqual({
        'Asked in the terminal': 'completed',
        'Asked in the window': 'completed',
      })
      const [row] = (await served()).filter(({ goal }) => goal === 'Asked in the terminal')
      await window().go(`/session/${row?.id}`)
      await shows(window(), /It is done, and it was late\./u)
      await expect.poll(() => place(window()), within).toContain(row?.id)
    })
  },
)
