import type { SessionId } from '@convene/domain'
import { answers, fails, scriptedModel } from '@convene/testkit'
import { describe, test } from 'vitest'
import { goTo } from './open-page.ts'
import { realPage } from './page-fixture.ts'
import { broadcastBeside } from './program-beside.ts'
import { picture } from './stories/visit.ts'

const { browser, program, open } = await realPage()

/** A broadcast in which one of two members could not answer. */
function lostMember(): Promise<SessionId> {
  const down = fails('bad_request', { message: 'Acme (400): no such deployment.' })
  const model = scriptedModel(answers(({ agent }) => (agent === 'architect' ? down : 'Split it.')))
  return broadcastBeside(program(), model, 'cancelled')
}

describe.runIf(browser)('a broadcast that lost a member', () => {
  test('is incomplete, not done, on every screen, and the member can be asked again', async () => {
    const id = await lostMember()
    const page = await open(`/session/${id}`)
    await page.locator('header').getByRole('status').getByText('Incomplete').waitFor()
    await page.locator(`nav a[href$="${id}"]`).getByText('Incomplete').waitFor()
    const ending = page.getByRole('region', { name: 'How the run ended' })
    await ending.getByText('Incomplete: 1 of 2 answered').waitFor()
    await ending.getByRole('button', { name: 'Ask Architect again' }).waitFor()
    await picture(page, 'incomplete')
    await goTo(page, `/session/${id}/result`)
    await page.locator('main').getByText('Incomplete: 1 of 2 answered').waitFor()
    await page.locator('main').getByRole('button', { name: 'Ask Architect again' }).waitFor()
    await picture(page, 'incomplete-result')
  })
})
