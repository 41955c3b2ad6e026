import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/story.fixture.ts'
import { type FakeProgram, fakeProgram } from './fake-program.ts'
import { openPage, startBrowser } from './open-page.ts'

const browser = await startBrowser()
let program: FakeProgram

beforeAll(async () => {
  program = await fakeProgram()
})
afterAll(async () => {
  await browser?.close()
  await program.close()
})

/** Counts, for each frame, how often the page changed what is inside an element. */
const countChanges = `(() => {
  const counts = []
  let now = 0
  new MutationObserver(() => { now += 1 }).observe(document.querySelector('main'), { childList: true, characterData: true, subtree: true })
  const frame = () => { counts.push(now); now = 0; requestAnimationFrame(frame) }
  requestAnimationFrame(frame)
  window.changes = counts
})()`

describe.runIf(browser)('much of everything', { timeout: 120_000 }, () => {
  test('ten thousand messages are a few rows in the page, in every view', async () => {
    const agents = ['architect', 'security', 'performance']
    const story = newStory('broadcast', agents)
    for (let turn = 0; turn < 10_000; turn += 1)
      story.add(
        'message',
        { author: agents[turn % 3] ?? '', role: 'member', kind: 'argument', text: `Message ${turn}.` },
        { agent: agents[turn % 3] ?? '' },
      )
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByText('Message 9999.').waitFor({ timeout: 60_000 })
    expect(await page.locator('[data-message]').count()).toBeLessThan(150)
    await page.keyboard.press('2')
    await page.getByRole('log', { name: 'Timeline' }).getByText('Message 9999.').waitFor()
    expect(await page.locator('[data-message]').count()).toBeLessThan(60)
    await page.context().close()
  })

  test('the newest part of a long log is shown before the rest is asked for, and stays in sight when that has come', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 1_000; turn += 1) story.say('architect', `Answer ${turn}.`)
    program.add(story.session, story.events)
    const release = program.hold()
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByText('Answer 999.').waitFor()
    await page.getByLabel('Message to the team').waitFor()
    expect(await page.getByRole('progressbar', { name: 'Reading the log' }).count()).toBe(1)
    const asked = program.requests.filter((path) => path.includes(story.session))
    expect(asked.length).toBeLessThanOrEqual(3)
    release()
    await page.getByRole('progressbar', { name: 'Reading the log' }).waitFor({ state: 'detached' })
    await page.getByText('Answer 999.').waitFor()
    expect(await page.locator('[data-message="m1001"]').count()).toBe(1)
    await page.keyboard.press('2')
    const first = page.getByRole('log', { name: 'Timeline' }).getByText('Answer 0.', { exact: true })
    await page.mouse.move(700, 400)
    await expect.poll(() => page.mouse.wheel(0, -1_000_000).then(() => first.count()), { timeout: 10_000 }).toBe(1)
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('a text that was cut on its way is fetched whole when somebody wants more', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', `${'word '.repeat(30_000)}the very end`)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    const more = page.getByRole('button', { name: /^Show more/u })
    for (let turn = 0; turn < 6 && (await page.getByText('the very end').count()) === 0; turn += 1) {
      await more.first().click()
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
    await page.getByText('the very end').waitFor()
    expect(program.requests.filter((path) => path.endsWith(`/events/${story.events.length}`))).toHaveLength(1)
    await page.context().close()
  })

  test('eight agents that write at once change the page once a frame', async () => {
    const agents = Array.from({ length: 8 }, (_, index) => `agent-${index}`)
    const story = newStory('broadcast', agents)
    const effects = agents.map((agent) => [agent, story.think(agent)] as const)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByLabel('Message to the team').waitFor()
    await page.evaluate(countChanges)
    for (let word = 0; word < 200; word += 1)
      for (const [agent, effect] of effects) {
        program.delta(story.session, { task: `1/t/${agent}`, effect, text: `word${word} ` })
        if (word % 20 === 0) await page.evaluate('1')
      }
    await page.getByText('word199').last().waitFor()
    const changes = (await page.evaluate('window.changes')) as readonly number[]
    expect(changes.some((count) => count > 0)).toBe(true)
    expect(Math.max(...changes)).toBeLessThanOrEqual(2)
    await page.context().close()
  })

  test('a selection stays while the text beside it grows', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'This is selected.')
    const effect = story.think('security')
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByText('This is selected.').dblclick()
    const selected = await page.evaluate('getSelection().toString()')
    for (let word = 0; word < 50; word += 1) program.delta(story.session, { task: '1', effect, text: `word${word} ` })
    await page.getByText('word49').waitFor()
    expect(await page.evaluate('getSelection().toString()')).toBe(selected)
    expect(selected).not.toBe('')
    await page.context().close()
  })
})
