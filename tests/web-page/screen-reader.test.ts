import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { fakePage, realPage } from './page-fixture.ts'
import { ask, gate, panelStory } from './showcase.ts'
import { openDetails } from './stories/visit.ts'

const { browser, program, open } = await fakePage()
const real = await realPage()

/** What a screen reader reads, without the remaining time. */
async function reads(part: Locator, moment: string): Promise<void> {
  const tree = (await part.ariaSnapshot()).replaceAll(/\b\d+ h \d+ min\b/gu, '… h')
  await expect(`${tree}\n`).toMatchFileSnapshot(`screen-reader/${moment}.txt`)
}

describe.runIf(browser)('a screen reader', () => {
  test('reads the start page', async () => {
    const page = await real.open()
    await page.getByText('Performance crossed:').waitFor()
    await page.getByRole('button', { name: /^Decision · 3 seats/u }).waitFor()
    await reads(page.locator('body'), 'start')
    await openDetails(page)
    await page.getByRole('list', { name: 'Seats' }).waitFor()
    await reads(page.getByRole('region', { name: 'Preview' }), 'start-details')
  })

  test('reads a run under way', async () => {
    const story = panelStory()
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    await page.getByText('The numbers in').first().waitFor()
    await reads(page.getByRole('main'), 'run')
  })

  test('reads a gate', async () => {
    const story = newStory('panel', ['head', 'architect'])
    gate(story)
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    const region = page.getByRole('region', { name: 'Gate: topic' })
    await region.waitFor()
    await reads(region, 'gate')
  })

  test('reads an approval', async () => {
    const story = newStory('panel', ['head', 'architect'])
    ask(story, 1)
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    const region = page.getByRole('region', { name: 'Approval' })
    await region.waitFor()
    await reads(region, 'approval')
  })

  test('reads the turn of a user who has a seat', async () => {
    const story = newStory('panel', ['head', 'architect'])
    const turn = { closesAt: Date.UTC(2100, 0, 1) }
    const place = { agent: 'user', task: '1/round1/user', parent: '1' }
    const question = 'Your turn in round 1. Name an option, then say why.'
    story.add('question.asked', { id: '1/round1/user/turn', question, options: ['Wait', 'Ship'], turn }, place)
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    const region = page.getByRole('region', { name: 'Your turn' })
    await region.waitFor()
    await reads(region, 'turn')
  })

  test('reads a result', async () => {
    const page = await real.open('/examples/decision')
    await page.getByLabel('Position in the recording').fill('999999')
    await page.getByRole('region', { name: 'Answer' }).waitFor()
    await reads(page.getByRole('main'), 'result')
  })
})
