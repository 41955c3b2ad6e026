import { describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { fakePage } from './page-fixture.ts'
import { panelStory } from './showcase.ts'
import { picture } from './stories/visit.ts'

const { browser, program, open } = await fakePage()

describe.runIf(browser)('the top bar of a session', () => {
  test('shows its phases in whole words or as marks, and no meter after the end', async () => {
    const story = panelStory()
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    const phases = page.getByRole('group', { name: 'Phases' })
    const cut = () =>
      page.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
      document.querySelector('[aria-label=Phases]'))`)
    for (const width of [1440, 1180, 900, 780]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(async () => [width, await cut()]).toEqual([width, 0])
      expect(await phases.getByText('Debate', { exact: true }).isVisible()).toBe(true)
      await picture(page, `phases-${width}`)
    }
    const meter = page.getByRole('button', { name: /Turns: \d of 30|Cost: \$0\.02 of \$0\.50/u })
    await meter.waitFor()
    const from = story.events.length
    story.add('run.state', { from: 'running', to: 'completed', trigger: 'reportComplete' })
    story.add('run.finished', {
      state: 'completed',
      reason: '',
      summary: '',
      totals: { calls: 6, input: 1, cached: 0, output: 1, costUsd: 0.02, unpriced: 0, ms: 1 },
    })
    program().add(story.session, story.events.slice(from))
    await meter.waitFor({ state: 'detached' })
    await phases.getByText('Verdict', { exact: true }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await picture(page, 'phases-done')
  })

  test('never calls a run free, nor unpaid, while its first calls are in progress', async () => {
    const story = newStory('broadcast', ['architect', 'security', 'performance'])
    for (const agent of ['architect', 'security', 'performance']) story.think(agent)
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    await page.getByRole('tab', { name: 'Cost' }).click()
    const details = page.getByRole('tabpanel', { name: 'Cost' })
    await details.getByText('3 calls in progress. The usage is known when a call ends.').waitFor()
    await details.getByText('0 calls, 3 in progress').waitFor()
    await picture(page, 'price-streaming')
    const said = await page.locator('body').innerText()
    expect(said.match(/.*(?:\$0(?![.\d])|Nothing spent).*/gu)).toBeNull()
  })
})
