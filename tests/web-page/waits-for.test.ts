import { describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { fakePage } from './page-fixture.ts'
import { picture } from './stories/visit.ts'

const { browser, program, open } = await fakePage()

describe.runIf(browser)('a session whose folder is on another machine', () => {
  test('names the machine it waits for, until something happens', async () => {
    const story = newStory('agent', ['architect'])
    program().add(story.session, story.events)
    const page = await open()
    const view = { session: { seq: story.events.length }, waitsFor: 'build-1' }
    await page.route(`**/api/sessions/${story.session}`, (route) => route.fulfill({ json: view }))
    await page.evaluate(`location.hash = '#/session/${story.session}'`)
    const note = page.getByRole('status').getByText('waits for a worker on build-1')
    await note.waitFor()
    await picture(page, 'waits-for')
    const before = story.events.length
    story.add('message', { author: 'user', role: 'user', kind: 'user', text: 'Hello?' })
    program().add(story.session, story.events.slice(before))
    await expect.poll(() => note.count()).toBe(0)
  })
})
