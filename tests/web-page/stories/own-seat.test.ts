import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, picture, start, visit } from './visit.ts'

const browser = await startBrowser()

const SECTIONS = ['Executive Summary', 'Agreements', 'Disagreements', 'Recommendations', 'Detailed Analysis']
const OTHERS = ['Risk Assessment', 'Minority Report', 'Appendix']
const report = [...SECTIONS, ...OTHERS].map((name) => `## ${name}\n\n- Keep Redis [m5].`).join('\n\n')
const vote = (letter: string, words: string) => ({
  text: `${words}\n\nVOTE: ${letter}\nPROBABILITIES: A 60, B 40\nREASON: so`,
})
const rules = () => [
  on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
  on(
    { heading: 'Topic' },
    { text: 'Where to keep sessions.\n\nPROTOCOL: decide\nOPTION: Keep Redis\nOPTION: Move to Postgres' },
  ),
  on({ heading: 'Contribute', agent: 'Architect' }, vote('B', 'One store is enough.')),
  on({ heading: 'Contribute', agent: 'Security' }, vote('B', 'A second door.'), vote('A', 'The restart convinces me.')),
  on({ heading: 'Contribute', agent: 'Performance' }, vote('A', 'Redis answers in 0.4 ms.')),
  on({ heading: 'Synthesize' }, { text: report }),
  on({ heading: 'Repair citations' }, { text: report }),
]

describe.runIf(browser)('a seat for the user', () => {
  test('is taken on the start page, spoken from before anybody else, and counted as one vote', async () => {
    const { link, models, log } = await realServer({ decisions: { window: 600 } })
    models.script(rules())
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Should the shop keep its sessions in Redis or move them to Postgres?')
    await choose(page, 'Team', /Quick Panel/u)
    await page.getByText('More options', { exact: true }).click()
    await page.getByLabel('Approve gates automatically').check()
    await choose(page, 'Depth', /Standard/u)
    await page.getByRole('button', { name: 'Take a seat' }).click()
    const seats = page.getByRole('list', { name: 'Seats' })
    await seats.getByText('You', { exact: true }).waitFor()
    await look(page, 'seat-start')
    const id = await start(page)

    const turn = page.getByRole('region', { name: 'Your turn' })
    await turn.getByText('without seeing what you say').waitFor()
    expect(models.requests.filter(({ heading }) => heading === 'Contribute')).toEqual([])
    await look(page, 'seat-turn')
    await turn.getByRole('radio', { name: 'A. Keep Redis' }).check()
    await turn.getByLabel('Why').fill('We know it, and a restart takes a second.')
    await turn.getByRole('button', { name: 'Send and vote' }).click()

    await turn.getByText('Your turn in round 2').waitFor()
    await page.getByText('We know it, and a restart takes a second.').first().waitFor()
    await picture(page, 'seat-round-2')
    const blind = models.requests.filter(({ heading }) => heading === 'Contribute')
    expect(blind).toHaveLength(3)
    for (const { messages } of blind) expect(messages.at(-1)?.text).not.toContain('a restart takes a second')
    await turn.getByRole('radio', { name: 'A. Keep Redis' }).check()
    await turn.getByRole('button', { name: 'Send and vote' }).click()

    await page.getByRole('status').getByText('Done').waitFor()
    await look(page, 'seat-done')
    const votes = (await log(id)).filter(({ type }) => type === 'decision.voted').map(({ data }) => data)
    expect(votes).toContainEqual(expect.objectContaining({ voter: 'user', option: 'Keep Redis' }))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Result page' }).click()
    await page.getByRole('region', { name: 'Answer' }).waitFor()
    await page.getByText('3 : 1').first().waitFor()
    await look(page, 'seat-result')
    expect(page.complaints).toEqual([])
  })
})
