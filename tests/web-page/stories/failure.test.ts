import { faultNamed, on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { goTo, startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, start, visit } from './visit.ts'

const browser = await startBrowser()

describe.runIf(browser)('a run that fails', () => {
  test('says once why, and is retried from its result until it succeeds', async () => {
    const { link, models, log } = await realServer()
    const refused = faultNamed('status-401')
    if (!refused) throw new Error('no such fault')
    models.script([on({}, refused)])
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Name one reason.')
    await choose(page, 'Team', /Quick Panel/u)
    await choose(page, 'How they work', /Broadcast/u)
    const id = await start(page)
    const end = page.getByRole('region', { name: 'How the run ended' })
    await end.getByText('3 times').waitFor()
    await end.getByRole('link', { name: 'Open models and keys' }).waitFor()
    await look(page, 'failed')
    await page.getByRole('tab', { name: 'Cost' }).click()
    const cost = await page.getByRole('tabpanel', { name: 'Cost' }).innerText()
    expect(cost).toMatch(/Calls\s+3 of 150\b/u)
    expect(cost).toMatch(/Calls\s+0 calls\s+Without an answer\s+3 calls/u)

    await goTo(page, `/session/${id}/result`)
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(await page.getByRole('main').getByText('Incorrect API key').count()).toBe(1)
    await look(page, 'failed-result')
    models.script([on({}, { text: 'Keep one store.' })])
    await again.click()
    await expect
      .poll(async () => (await log(id)).filter(({ type }) => type === 'run.finished').map(({ data }) => data))
      .toMatchObject([{ state: 'failed' }, { state: 'completed' }])
    await goTo(page, `/session/${id}`)
    await page.getByText('Keep one store.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(page.complaints).toEqual([])
  })
})
