import type { Page } from 'playwright-core'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { goTo } from './open-page.ts'
import type { fakePage } from './page-fixture.ts'
import { ask, gate, panelStory, planStory, toolCalls } from './showcase.ts'

type Program = ReturnType<Awaited<ReturnType<typeof fakePage>>['program']>

/** A panel that asks, a panel at its gate, and a plan. */
function stories() {
  const asked = panelStory()
  toolCalls(asked)
  ask(asked, 1)
  const atGate = newStory('panel', ['head', 'architect', 'security'])
  gate(atGate)
  return [asked, atGate, planStory()]
}

/** Opens each session in each of its three views, and collects what is found there. */
export async function walkSessions(
  page: Page,
  program: Program,
  find: (place: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const { session, events } of stories()) {
    program.add(session, events)
    await goTo(page, `/session/${session}`)
    await page.getByLabel('Message to the team').waitFor()
    for (const key of ['1', '2', '3']) {
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press(key)
      found.push(...(await find(`${session} ${key}`)))
    }
  }
  return found
}
