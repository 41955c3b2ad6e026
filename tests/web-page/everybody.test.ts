import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, until } from '../../apps/server/src/server.fixture.ts'
import { LONG } from '../process/length.ts'
import { accessProblems } from './check-access.ts'
import { command, pick, tabTo } from './keyboard.ts'
import { countJumps, jumpsOf, type Look, lookOfPage, lookProblems } from './look.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { realProgram, squadFiles } from './real-program.ts'
import { screensWith } from './screens.ts'
import { openDetails } from './stories/visit.ts'

const browser = await startBrowser()
let program: Served
let session: string

beforeAll(async () => {
  program = await realProgram(squadFiles)
  const goal = 'Should the shop keep its sessions in Redis or in Postgres?'
  const wish = { goal, mode: 'panel', yes: true, limits: { maxTurns: 6 } }
  session = given(await program.client.createSession(wish)).id
  await until(async () => given(await program.client.session({ id: session })).session.phase === 'completed')
})
afterAll(async () => {
  await program.remove()
})

async function open(options = {}) {
  const page = await openPage(browser as Browser, program.link, options)
  await page.getByLabel('Goal').waitFor()
  return page
}

/** Waits until the page has rendered at its new width. */
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

const screens = () => [
  [`/session/${session}`, (page: Page) => page.getByLabel('Message to the team').waitFor()] as const,
  ...screensWith(session),
]

/** The start page with everything that its composer folds away. */
const unfolded = ['/', openDetails] as const

/** Overflow does not depend on the theme. Every other screen is dark; in the long tests, all of them. */
const cases = [
  { colorScheme: 'light', widths: [1440, 1024, 390], checkedAt: 1440 },
  { colorScheme: 'dark', widths: [390], checkedAt: 390 },
] as const

describe.runIf(browser)('every screen is accessible', () => {
  test.each(cases)(
    '$colorScheme: axe finds no fault, nothing is too wide, faint or cut off, and no colour is from the other theme',
    async ({ colorScheme, widths, checkedAt }) => {
      const page = await open({ colorScheme })
      const looked = LONG || colorScheme === 'light' ? screens() : screens().filter((_, index) => index % 2 === 0)
      for (const [place, isReady] of [...looked, unfolded]) {
        await goTo(page, place)
        await isReady(page)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await page.evaluate(twoFrames)
          expect([place, width, await page.evaluate(overhang)]).toEqual([place, width, 0])
          if (width !== checkedAt) continue
          expect([place, await accessProblems(page)]).toEqual([place, []])
          expect(lookProblems(place, await page.evaluate<Look>(lookOfPage))).toEqual([])
        }
        const bright = colorScheme === 'dark' ? await page.evaluate(brightSurfaces) : []
        expect([place, bright]).toEqual([place, []])
      }
      expect(page.complaints).toEqual([])
      await page.context().close()
    },
  )

  test('nothing jumps while a page loads', async () => {
    const page = await open()
    await page.addInitScript(countJumps)
    for (const [place, isReady] of screens()) {
      await page.goto('about:blank')
      await page.goto(new URL(`/#${place}`, program.link).href)
      await isReady(page)
      expect([place, await jumpsOf(page)]).toEqual([place, []])
    }
    await page.context().close()
  })

  test('with the keyboard alone, a user chooses a team, enters a goal, starts a run and reads its result', async () => {
    const page = await open()
    await page.keyboard.type('What would make a command line tool pleasant to use?')
    await page.getByRole('button', { name: / seats? · /u }).waitFor()
    await tabTo(page, / seats? · /u)
    await page.keyboard.press('Enter')
    await tabTo(page, 'Change seats')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Team', exact: true }).waitFor()
    await tabTo(page, 'Team')
    await pick(page, 'Multi')
    await page
      .getByRole('region', { name: 'Preview' })
      .getByRole('button', { name: /^Opinions · .*4 seats/u })
      .waitFor()
    await tabTo(page, 'Goal')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('status').getByText('Rehearsal').waitFor()
    await command(page, 'result')
    await page.getByRole('region', { name: 'Answer' }).waitFor()
    await command(page, 'settings')
    await page.getByRole('navigation', { name: 'Settings' }).waitFor()
    await tabTo(page, 'Permissions')
    await page.keyboard.press('Enter')
    await page.getByLabel('Tool call').waitFor()
    await page.context().close()
  })

  test('on a phone, a user starts, watches and reads a run, and reaches every page from the drawer', async () => {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.getByRole('button', { name: /Explore/u }).tap()
    await page.getByRole('button', { name: /^Answer · 1 seat/u }).waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).tap()
    await page.getByRole('status').getByText('Rehearsal').waitFor()
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'Result page' }).tap()
    await page.getByRole('region', { name: 'Answer' }).waitFor()
    for (const place of ['Teams', 'Agents', 'Settings']) {
      await page.getByRole('button', { name: 'Sessions' }).tap()
      await page.getByRole('dialog').getByRole('link', { name: place }).tap()
      await page.getByRole('heading', { level: 1, name: place }).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    await page.context().close()
  })
})

/** How many pixels of the page or its main part are beyond the right edge. */
const overhang = `Math.max(document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('main')].map((part) => part.scrollWidth - part.clientWidth))`

/** Large parts of the page whose background is light. */
const brightSurfaces = `[...document.querySelectorAll('*')].filter((part) => {
  const { width, height } = part.getBoundingClientRect()
  if (width * height < 20000) return false
  const paint = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
  paint.fillStyle = getComputedStyle(part).backgroundColor
  paint.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data
  return alpha > 128 && red + green + blue > 384
}).map((part) => part.outerHTML.slice(0, 120))`
