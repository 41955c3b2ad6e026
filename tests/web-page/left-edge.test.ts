import { describe, expect, test } from 'vitest'
import { fakePage } from './page-fixture.ts'
import { panelStory } from './showcase.ts'
import { picture } from './stories/visit.ts'

const { browser, program, open } = await fakePage()

const totals = { calls: 6, input: 1, cached: 0, output: 1, costUsd: 0.02, unpriced: 0, ms: 1 }

describe.runIf(browser)('a session whose details are closed', () => {
  test.each(['Story', 'Transcript'])(
    'begins its messages, its end and the composer at one edge in %s',
    async (view) => {
      const story = panelStory()
      story.say('head', 'The report of the Head.', 3)
      story.add('run.state', { from: 'running', to: 'completed', trigger: 'reportComplete' })
      story.add('run.finished', { state: 'completed', reason: '', summary: 'In short: Postgres.', totals })
      program().add(story.session, story.events)
      const page = await open(`/session/${story.session}`)
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByRole('complementary', { name: 'Details' }).waitFor({ state: 'detached' })
      await page.getByRole('radio', { name: view }).click()
      const parts = [
        view === 'Story' ? page.getByRole('region', { name: 'Table' }) : page.getByText('The report of the Head.'),
        page.getByRole('region', { name: 'How the run ended' }),
        page.getByLabel('Message to the team').locator('../..'),
      ]
      const edges = async () => {
        const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
        return new Set(boxes.map((box) => Math.round(box?.x ?? -1))).size
      }
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(async () => ({ width, edges: await edges() })).toEqual({ width, edges: 1 })
        await picture(page, `left-edge-${view}-${width}`)
      }
    },
  )
})
