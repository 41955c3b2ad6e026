import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { goTo, startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, start, visit } from './visit.ts'

const browser = await startBrowser()

const constraint = 'No new dependencies.'

describe.runIf(browser)('a broadcast', () => {
  test('gives every agent the constraints, and its result is the picked answer', async () => {
    const { link, models, log } = await realServer()
    models.script([
      on({ agent: 'Architect' }, { text: 'Keep one store.' }),
      on({ agent: 'Security' }, { text: 'Close the second door.' }),
      on({ agent: 'Performance' }, { text: 'Read from memory.' }),
    ])
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Name one reason.')
    await choose(page, 'Team', /Quick Panel/u)
    await choose(page, 'How they work', /Broadcast/u)
    await page.getByText('More options', { exact: true }).click()
    await page.getByLabel('Constraints').fill(constraint)
    const id = await start(page)
    await page.getByRole('region', { name: 'How the run ended' }).waitFor()
    expect(models.requests).toHaveLength(3)
    for (const request of models.requests) expect(JSON.stringify(request)).toContain(constraint)

    const answer = page.getByRole('article').filter({ hasText: 'Close the second door.' })
    await answer.hover()
    await answer.getByRole('button', { name: /^Actions for message/u }).click()
    await page.getByRole('menuitem', { name: 'Pick this answer' }).click()
    await expect.poll(async () => (await log(id)).some(({ type }) => type === 'message.picked')).toBe(true)
    await goTo(page, `/session/${id}/result`)
    const main = page.getByRole('main')
    await main.getByText('Close the second door.').first().waitFor()
    expect(await main.getByText('Read from memory.').count()).toBe(0)
    await main.getByText('Picked', { exact: true }).waitFor()
    await main.getByRole('heading', { name: 'Security' }).waitFor()
    await look(page, 'broadcast-picked')
    expect(page.complaints).toEqual([])
  })
})
