import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStory, type Story } from '../../apps/web/src/session/view/story.fixture.ts'
import { type FakeProgram, fakeProgram } from './fake-program.ts'
import { goTo, type OpenedPage, openPage, startBrowser } from './open-page.ts'
import { addedTo, countAdded, countWork } from './page-work.ts'

const browser = await startBrowser()
let program: FakeProgram

beforeAll(async () => {
  program = await fakeProgram()
})
afterAll(async () => {
  await program.close()
})

const open = (story: Story): Promise<OpenedPage> => {
  program.add(story.session, story.events)
  return openPage(browser as Browser, `${program.url}#/session/${story.session}`)
}

const paragraph = 'It keeps **what was said** as it was said, see [m1], and `counts` it.\n\n'

describe.runIf(browser)('the work per frame', () => {
  test('computes the styles of a new message only once while scrolling', async () => {
    const agents = ['architect', 'security', 'performance']
    const story = newStory('broadcast', agents)
    for (let turn = 0; turn < 900; turn += 1)
      story.say(agents[turn % 3] ?? '', `Answer ${turn}, see [m1] and \`code\`.`)
    const page = await open(story)
    await page.getByText('Answer 899,').waitFor()
    await page.getByRole('progressbar', { name: 'Reading the log' }).waitFor({ state: 'detached' })
    await page.evaluate(countAdded)
    const counted = await countWork(browser as Browser, page)
    await page.mouse.move(700, 400)
    const middle = page.getByText('Answer 600,')
    await expect.poll(() => page.mouse.wheel(0, -900).then(() => middle.count())).toBe(1)
    const { styled } = await counted()
    const { all } = await addedTo(page)
    expect(all).toBeGreaterThan(1_000)
    // Hiding rows with an inherited style until they are measured took twice as many.
    expect(styled / all).toBeLessThan(1.6)
    await page.context().close()
  })

  test('is small when a session with a long answer and many files opens, over several frames', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let file = 0; file < 300; file += 1) {
      const text = `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-old\n+new\n`
      story.add('artifact', { id: `a${file}`, kind: 'diff', title: `${file}.ts`, text }, { agent: 'architect' })
    }
    story.say('architect', paragraph.repeat(1_000))
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, program.url)
    await page.getByLabel('Goal').waitFor()
    await page.evaluate(countAdded)
    await goTo(page, `/session/${story.session}`)
    await page.getByRole('button', { name: /^Show more/u }).waitFor()
    await page.getByRole('tab', { name: 'Files' }).waitFor()
    // The visible rows, with the first 1,000 characters of the answer: about 270. With 3,000 it would be 380.
    expect((await addedTo(page)).most).toBeLessThan(320)
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByRole('button', { name: 'Show more · 200 files left' }).waitFor()
    // 25 files with 18 elements each. All 100 at once would be 1,800.
    expect((await addedTo(page)).most).toBeLessThan(600)
    await page.context().close()
  })

  test('does not grow while a frame is drawn if the list follows a long text', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', paragraph.repeat(1_200))
    const page = await open(story)
    const more = page.getByRole('main').getByRole('button', { name: /^Show more/u })
    await more.waitFor()
    await page.evaluate(countAdded)
    await more.click()
    await expect.poll(() => page.locator('main article p').count()).toBeGreaterThan(1_100)
    const { most, inside } = await addedTo(page)
    // A part is 42 paragraphs with four elements each. Adding one while the previous part is drawn would double that
    // frame: the list renders everything pending when it measures its rows.
    expect(most).toBeLessThan(250)
    expect(inside).toBeLessThan(250)
    await page.context().close()
  })

  test('is at most two layouts and the styles of a few elements while eight agents write', async () => {
    const agents = Array.from({ length: 8 }, (_, index) => `agent-${index}`)
    const story = newStory('broadcast', agents)
    const writers = agents.map((agent) => ({ task: `1/t/${agent}`, effect: story.think(agent) }))
    const page = await open(story)
    await page.getByLabel('Message to the team').waitFor()
    const write = (text: string) => {
      for (const writer of writers) program.delta(story.session, { ...writer, text })
    }
    write(`${'Some words.\n\n'.repeat(200)}begun`)
    await page.getByText('begun').last().waitFor()
    const counted = await countWork(browser as Browser, page)
    for (let word = 0; word < 60; word += 1) {
      write(` word${word}`)
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
    await page.getByText('word59').last().waitFor()
    const { styled, layouts, frames } = await counted()
    expect(frames).toBeGreaterThan(20)
    expect(layouts / frames).toBeLessThan(2.5)
    // Each of the eight texts has 200 paragraphs, and only the last of them changes.
    expect(styled / frames).toBeLessThan(60)
    await page.context().close()
  })
})
