import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { goTo, startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, start, visit } from './visit.ts'

const browser = await startBrowser()

/** The faster answer has the lower id, and a passage that an answer does not contain is discarded. */
const disputed = ['m2', 'm3', 'm4'].reduce(
  (text, id) => `${text}\nPASSAGE: ${id} "Keep one store."\nPASSAGE: ${id} "Close the second door."`,
  'DISPUTED: What to begin with.',
)

const constraint = 'No new dependencies.'

describe.runIf(browser)('a broadcast', () => {
  test('ends with what the answers have in common, and its result is the one that is used', async () => {
    const { link, models, log } = await realServer()
    models.script([
      on({ agent: 'Architect' }, { text: 'Keep one store.' }),
      on({ agent: 'Security' }, { text: 'Close the second door.' }),
      on({ agent: 'Performance' }, { text: 'Read from memory.' }),
      on({ heading: 'Compare' }, { text: disputed }),
    ])
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Name one reason.')
    await choose(page, 'Team', /Quick Panel/u)
    await choose(page, 'How they work', /Broadcast/u)
    await page.getByText('More options', { exact: true }).click()
    await page.getByLabel('Constraints').fill(constraint)
    const id = await start(page)
    await page.getByRole('region', { name: 'How the run ended' }).waitFor()
    expect(models.requests).toHaveLength(4)
    for (const request of models.requests.slice(0, 3)) expect(JSON.stringify(request)).toContain(constraint)

    const disagreement = page.getByRole('region', { name: 'Where they contradict each other' })
    await disagreement.getByRole('button', { name: /What to begin with\. Architect Security/u }).click()
    await disagreement.getByText('“Close the second door.”').waitFor()
    await look(page, 'broadcast-compared')

    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('2')
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
