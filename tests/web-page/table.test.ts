import { MessageId } from '@convene/domain'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStory, type Story } from '../../apps/web/src/session/view/story.fixture.ts'
import { accessProblems } from './check-access.ts'
import { type FakeProgram, fakeProgram } from './fake-program.ts'
import { openPage, startBrowser } from './open-page.ts'
import { panelists, panelStory, pass } from './showcase.ts'

const browser = await startBrowser()
let program: FakeProgram

beforeAll(async () => {
  program = await fakeProgram()
})
afterAll(async () => {
  await program.close()
})

async function table(story: Story, options = {}): Promise<Page & { complaints?: unknown }> {
  program.add(story.session, story.events)
  const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`, options)
  await page.getByLabel('Message to the team').waitFor()
  return page
}

const seats = (page: Page) => page.getByRole('region', { name: 'Table' }).getByRole('listitem')

/** Where each face is, from left to right. */
const facesOf = async (page: Page): Promise<readonly number[]> =>
  await seats(page)
    .getByRole('button', { name: /: [AB], / })
    .evaluateAll((faces) => faces.map((face) => Math.round(face.getBoundingClientRect().x)))

describe.runIf(browser)('the Table of a decision', () => {
  test('shows each seat on its side of the line, and the sentence that moved one across', async () => {
    const page = await table(panelStory())
    await page.getByRole('button', { name: 'Performance: A, Move to Postgres, 80 % sure. Was for B before' }).waitFor()
    await page.getByRole('radio', { name: 'Round 2 · 3 : 0' }).waitFor()
    await page.getByRole('button', { name: /Performance crossed: “.+” m3/u }).waitFor()
    expect(await accessProblems(page)).toEqual([])
    await page.context().close()
  })

  test('goes back to the blind round, where the one who moved is on the other side', async () => {
    const page = await table(panelStory(), { reducedMotion: 'reduce' })
    await page.getByRole('radio', { name: 'Round 2 · 3 : 0' }).waitFor()
    const [, , after = 0] = await facesOf(page)
    await page.getByRole('radio', { name: 'Blind · 2 : 1' }).click()
    await page.getByRole('button', { name: 'Performance: B, Keep Redis, 70 % sure' }).first().waitFor()
    const [architect = 0, , before = 0] = await facesOf(page)
    expect(before).toBeGreaterThan(after)
    expect(before).toBeGreaterThan(architect)
    expect(await page.getByText(/crossed:/u).count()).toBe(0)
    await page.context().close()
  })

  test('keeps what the others say sealed until everybody has answered', async () => {
    const story = newStory('panel', ['head', ...panelists])
    pass(story)
    story.say('architect', 'Move to Postgres, it loses nothing.', 1)
    const held = { round: 1, position: 'Move to Postgres', confidence: 80, changed: false, because: '' }
    story.add('position', held, { agent: 'architect' })
    story.think('security', 1)
    const page = await table(story)
    await page.getByText('Blind: 1 of ').waitFor()
    expect(await page.getByRole('region', { name: 'Table' }).innerText()).not.toContain('Postgres')
    await page.keyboard.press('t')
    const transcript = page.getByRole('log', { name: 'Transcript' })
    await transcript.getByText('Answered, sealed').waitFor()
    expect(await transcript.innerText()).not.toContain('it loses nothing')
    await transcript.getByRole('button', { name: 'Peek' }).first().click()
    await transcript.getByText('Move to Postgres, it loses nothing.').waitFor()
    await page.context().close()
  })

  test('opens the argument behind a face, in the transcript', async () => {
    const story = panelStory()
    const last = MessageId.parse(story.events.findLast(({ id }) => id !== undefined)?.id)
    const held = { round: 3, position: 'Keep Redis', confidence: 60, changed: true, because: '', message: last }
    story.add('position', held, { agent: 'performance' })
    const page = await table(story)
    await page.getByRole('button', { name: 'Performance: B, Keep Redis, 60 % sure. Was for A before' }).click()
    await expect.poll(() => page.locator(`[data-message=${last}]`).first().isVisible()).toBe(true)
    expect(await page.getByRole('radio', { name: 'Transcript' }).getAttribute('aria-checked')).toBe('true')
    await page.context().close()
  })

  test('fits a phone: nothing is wider than the screen, and no face covers another', async () => {
    const page = await table(panelStory(), { viewport: { width: 390, height: 844 } })
    await seats(page).first().waitFor()
    const region = page.getByRole('region', { name: 'Table' })
    expect(await region.evaluate((area) => area.scrollWidth - area.clientWidth)).toBe(0)
    const rows = await seats(page).evaluateAll((items) => items.map((item) => item.getBoundingClientRect().y))
    expect(new Set(rows).size).toBe(3)
    const names = await seats(page)
      .locator('p')
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect()).map(({ left, right }) => [left, right]))
    expect(names.flat().every((edge) => edge >= 0 && edge <= 390)).toBe(true)
    await page.context().close()
  })
})
