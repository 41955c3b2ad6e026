import { fromCheckedWire } from '@convene/domain'
import { readExample } from '@convene/library'
import { playbackOf } from '@convene/reading'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Served } from '../../../apps/server/src/server.fixture.ts'
import { accessProblems } from '../check-access.ts'
import { goTo, openPage, startBrowser } from '../open-page.ts'
import { realProgram } from '../real-program.ts'
import { picture } from './visit.ts'

const browser = await startBrowser()
let program: Served

beforeAll(async () => {
  program = await realProgram()
})
afterAll(() => program.remove())

/** A moment at which the example's nth request waits for an answer. */
async function askedAt(example: string, nth: number): Promise<number> {
  const { marks } = playbackOf(((await readExample(example)) ?? []).map(fromCheckedWire))
  const asked = marks.filter(({ kind }) => kind === 'asked')[nth]
  return (asked?.time ?? Number.NaN) + 500
}

describe.runIf(browser)('a newcomer without a key', () => {
  test('watches a panel decide, goes back and forth, and ends on the result', async () => {
    const page = await openPage(browser as Browser, program.link)
    const offer = page.getByRole('link', { name: /Watch a panel decide/u })
    await offer.waitFor()
    const box = await offer.boundingBox()
    expect((box?.y ?? 900) + (box?.height ?? 900)).toBeLessThan(900)
    await offer.click()
    const position = page.getByLabel('Position in the recording')
    await position.waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await position.fill('18000')
    await page.getByText('Approve the topic?').first().waitFor()
    await position.fill('999999')
    await page.getByText('Move in January, and make SQLite last until then').first().waitFor()
    await page.getByRole('link', { name: 'Start your first session' }).waitFor()
    expect(await accessProblems(page)).toEqual([])
    await position.fill('0')
    expect(await page.getByText('Start your first session').count()).toBe(0)
    await page.getByRole('link', { name: 'Leave' }).click()
    await page.getByLabel('Goal').waitFor()
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('sees a split and somebody crossing the line before doing anything', async () => {
    const page = await openPage(browser as Browser, program.link, { reducedMotion: 'no-preference' })
    const offer = page.getByRole('link', { name: /Watch a panel decide/u })
    await offer.getByText('2 of 4').first().waitFor()
    await offer.getByText('Performance crossed:').waitFor()
    await offer.getByText('3 of 4').waitFor()
    expect(await accessProblems(page)).toEqual([])
    await page.context().close()
  })

  test('shows the Table of the recording', async () => {
    const page = await openPage(browser as Browser, `${program.link}`)
    await page.getByRole('link', { name: /Watch a panel decide/u }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByLabel('Position in the recording').fill('60000')
    await page.getByRole('button', { name: 'Play', exact: true }).focus()
    await page.getByRole('button', { name: /Performance crossed: /u }).waitFor()
    await page.context().close()
  })

  test('approves, allows and answers in the recordings, which skips ahead', async () => {
    const page = await openPage(browser as Browser, program.link)
    await page.getByLabel('Goal').waitFor()
    const position = page.getByLabel('Position in the recording')
    const skips = async (example: string, nth: number, answer: string) => {
      const at = String(await askedAt(example, nth))
      await goTo(page, `/examples/${example}`)
      await page.getByRole('button', { name: 'Pause' }).click()
      await position.fill(at)
      await page.getByText('The recording answers by itself. Answer to skip ahead.').waitFor()
      expect(await accessProblems(page)).toEqual([])
      await picture(page, `example-${example}-asks`)
      await page.getByRole('button', { name: answer }).click()
      await expect.poll(() => position.inputValue().then(Number)).toBeGreaterThan(Number(at))
    }
    await skips('decision', 0, 'Approve')
    await goTo(page, '/')
    await skips('incident', 0, 'Use your best assumptions')
    await goTo(page, '/')
    await skips('plan', 1, 'Allow once')
    await page.context().close()
  })

  test("takes the example's recommendation to their first session", async () => {
    const page = await openPage(browser as Browser, program.link)
    await page.getByLabel('Goal').waitFor()
    await goTo(page, '/examples/decision')
    await page.getByLabel('Position in the recording').fill('999999')
    await page.getByRole('button', { name: 'Carry it out' }).click()
    await page.getByText('This is a scripted example. The start page').waitFor()
    await page.getByRole('button', { name: 'Use as my goal' }).click()
    await expect.poll(() => page.getByLabel('Goal').inputValue()).toMatch(/^Carry out: /u)
    await page.getByRole('region', { name: 'Preview' }).getByText('Feature Crew').waitFor()
    await page.context().close()
  })

  test('watches it play by itself, and leaves nothing in the session list', async () => {
    const page = await openPage(browser as Browser, `${program.link}#/examples/plan`)
    await page.getByLabel('Goal').waitFor()
    await goTo(page, '/examples/plan')
    const position = page.getByLabel('Position in the recording')
    await expect.poll(() => position.inputValue().then(Number)).toBeGreaterThan(0)
    await page.getByText('No sessions yet').waitFor()
    await page.context().close()
  })

  test('learns that an example does not exist', async () => {
    const page = await openPage(browser as Browser, program.link)
    await page.getByLabel('Goal').waitFor()
    await goTo(page, '/examples/nothing')
    await page.getByText('Example not found').waitFor()
    await page.context().close()
  })
})
