import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { openPage } from './open-page.ts'
import { fakePage } from './page-fixture.ts'

const { browser, program: programOf } = await fakePage()

describe.runIf(browser)('a long text', () => {
  test('the button for more text never moves away from under the pointer', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'It keeps **what was said**, see [m1], and `counts` it.\n\n'.repeat(4_000))
    const program = programOf()
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Show more/u })
      .click()
    const moves = await page.evaluate(`(async () => {
      const more = () => [...document.querySelectorAll('main button')].find((each) => each.textContent.startsWith('Show more'))
      const paragraphs = () => document.querySelectorAll('main article p').length
      let [moved, before] = [0, 0]
      while (paragraphs() < 1_600) {
        const wasThere = more() !== undefined && paragraphs() > before
        before = paragraphs()
        await new Promise(requestAnimationFrame)
        if (wasThere && paragraphs() > before) moved += 1
      }
      return moved
    })()`)
    expect(moves).toBe(0)
    await page.context().close()
  })
})
