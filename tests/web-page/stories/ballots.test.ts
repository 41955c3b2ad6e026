import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { goTo, startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, picture, start, visit } from './visit.ts'

const browser = await startBrowser()

const options = ['Move to Postgres', 'Keep Redis', 'Use SQLite'] as const
const argues = (text: string, position: string) => ({ text: `${text}\n\nPOSITION: ${position}\nCONFIDENCE: 70` })
const votes = (option: string, shares: string, reason: string, veto = '') => ({
  text: [
    `POSITION: ${option}`,
    `VOTE: ${option}`,
    `PROBABILITIES: ${shares}`,
    `REASON: ${reason}`,
    ...(veto ? [`VETO: ${veto}`] : []),
  ].join('\n'),
})

const report = `## Executive Summary

- Move the sessions to Postgres [m3].

## Agreements

- A restart may lose nothing [m3].

## Disagreements

- How much slower a read becomes [m5].

## Minority report

- Performance keeps to Redis: a read there takes 0.4 ms [m5].

## Recommendations

- Add an index on the token first.

## Detailed Analysis

The notes say how often it writes [m3].

## Risk Assessment

- A night without sleep.

## Appendix

None.`

const [postgres, redis] = options
const rules = () => [
  on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
  on({ heading: 'Topic' }, { text: '## Topic\n\nWhere should session data live?\n\nDISCUSSION_DEPTH: Quick' }),
  on({ heading: 'Contribute', agent: 'Architect' }, argues('One store is enough.', postgres)),
  on({ heading: 'Contribute', agent: 'Security' }, argues('A second store is a second door.', postgres)),
  on({ heading: 'Contribute', agent: 'Performance' }, argues('Redis answers in 0.4 ms.', redis)),
  on({ heading: 'Converged?' }, { text: 'CONVERGED: nothing new.' }),
  on({ heading: 'Options' }, { text: options.map((option) => `- ${option}`).join('\n') }),
  on({ heading: 'Final position', agent: 'Architect' }, votes(postgres, 'A 80, B 10, C 10', 'One thing less to run.')),
  on({ heading: 'Final position', agent: 'Security' }, votes(postgres, 'A 60, B 20, C 20', 'One door less.')),
  on(
    { heading: 'Final position', agent: 'Performance' },
    votes(redis, 'A 5, B 90, C 5', 'It is the fastest.', 'A read must stay below a millisecond.'),
  ),
  on({ heading: 'Synthesize' }, { text: report }),
  on({ heading: 'Repair citations' }, { text: report }),
]

describe.runIf(browser)('a secret ballot', () => {
  test('is opened with every count, dissent, a veto and the minority report, and is in every record', async () => {
    const { link, models, log } = await realServer()
    models.script(rules())
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Where should session data live?')
    await choose(page, 'Team', /Quick Panel/u)
    await page.getByText('More options', { exact: true }).click()
    await page.getByLabel('Approve gates automatically').check()
    const id = await start(page)
    await page.getByRole('status').getByText('Done').waitFor()
    await page.getByRole('tab', { name: /Positions/u }).click()
    await look(page, 'ballots-positions')

    await goTo(page, `/session/${id}/result`)
    const counts = page.getByRole('group', { name: 'Counts' })
    await counts.waitFor()
    expect(await counts.getByRole('columnheader').allTextContents()).toEqual(['Option', 'Plain', 'Blind', 'All rounds'])
    const row = async (option: string) =>
      (await counts.getByRole('row', { name: option }).getByRole('cell').allTextContents()).slice(0, 2)
    expect(await row(postgres)).toEqual(['2', '2'])
    expect(await row(redis)).toEqual(['1', '1'])
    const ballots = page.getByRole('list', { name: 'Votes' })
    const dissenter = ballots.locator(':scope > li').filter({ hasText: 'Performance' })
    await dissenter.getByText('Dissent', { exact: true }).waitFor()
    await dissenter.getByText('Veto', { exact: true }).waitFor()
    await dissenter.getByText('A read must stay below a millisecond.').waitFor()
    expect(await ballots.getByText('Dissent', { exact: true }).count()).toBe(1)
    await page.getByRole('heading', { name: 'Minority report' }).waitFor()
    await counts.scrollIntoViewIfNeeded()
    await look(page, 'ballots-result')
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, 'ballots-result-dark')

    const turnedOut = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'How did it turn out?' }) })
    await turnedOut.getByRole('button', { name: redis }).click()
    await turnedOut.getByText(`“${redis}” was right.`).waitFor()
    await look(page, 'ballots-turned-out')
    await turnedOut.getByRole('button', { name: 'Undo' }).click()
    await turnedOut.getByRole('button', { name: 'None was right' }).click()
    await turnedOut.getByText('No option was right.').waitFor()
    const said = (await log(id)).flatMap(({ type, data }) => (type === 'decision.resolved' ? [data] : []))
    expect(said.map((each) => (each as { outcome: string }).outcome)).toEqual(['option', 'withdrawn', 'none'])

    const cast = (await log(id)).filter(({ type }) => type === 'decision.voted').map(({ data }) => data)
    expect(cast).toContainEqual(
      expect.objectContaining({ voter: 'performance', confidence: 90, probabilities: [5, 90, 5] }),
    )
    expect(page.complaints).toEqual([])
  })
})
