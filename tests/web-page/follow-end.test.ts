import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { newStory, type Story } from '../../apps/web/src/session/view/story.fixture.ts'
import { fakePage } from './page-fixture.ts'
import { ask, toolCalls } from './showcase.ts'

const { browser, program, open } = await fakePage()

const views = [
  ['columns', ''],
  ['the transcript', 't'],
] as const

function longStory(): Story {
  const story = newStory('broadcast', ['architect', 'security'])
  for (let turn = 0; turn < 60; turn += 1) story.say('architect', `Turn ${turn}.`)
  return story
}

async function show(story: Story, view: string): Promise<Page> {
  program().add(story.session, story.events)
  const page = await open(`/session/${story.session}`)
  await page.getByLabel('Message to the team').waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  if (view) await page.keyboard.press(view)
  await page.getByText('Turn 59.').first().waitFor()
  await expect.poll(() => left(page)).toBeLessThan(2)
  return page
}

/** How far the end of the list is below its visible part. */
const left = (page: Page): Promise<number> => page.evaluate<number>(LEFT)
const LEFT = `(() => {
  const list = document.querySelector('[data-list]')
  return list.scrollHeight - list.clientHeight - list.scrollTop
})()`

describe.runIf(browser)("a session's list", () => {
  test.each(views)('keeps its end in sight in %s when an approval takes the room below', async (_name, view) => {
    const story = longStory()
    const page = await show(story, view)
    const before = story.events.length
    toolCalls(story)
    ask(story, 1)
    program().add(story.session, story.events.slice(before))
    await page.getByRole('region', { name: 'Approval' }).waitFor()
    await expect.poll(() => left(page)).toBeLessThan(2)
    // Room gained or lost without a new row counts as well.
    await page.setViewportSize({ width: 1440, height: 700 })
    await expect.poll(() => page.evaluate('innerHeight')).toBe(700)
    await expect.poll(() => left(page)).toBeLessThan(2)
  })

  test.each(views)('does not pull back a reader who scrolls up in %s while rows still grow', async (_name, view) => {
    const page = await show(longStory(), view)
    const found = await page.evaluate<number>(`(async () => {
      const list = document.querySelector('[data-list]')
      const frame = () => new Promise(requestAnimationFrame)
      list.dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true }))
      list.scrollTop -= 20
      await frame()
      const rows = list.firstElementChild
      rows.style.minHeight = rows.offsetHeight + 500 + 'px'
      await frame()
      await frame()
      return ${LEFT}
    })()`)
    expect(found).toBeGreaterThan(400)
  })
})
