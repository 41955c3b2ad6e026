import { on } from '@convene/testkit'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { planOf, step } from '../../plan/crew.ts'
import { goTo, startBrowser } from '../open-page.ts'
import { pdfText } from '../pdf-text.ts'
import { realServer } from './real-server.ts'
import { look, picture, visit } from './visit.ts'

const browser = await startBrowser()

const [stay, move] = ['Stay on SQLite', 'Move to Postgres']
const argues = (text: string, position: string, sure: number, changed = 'no') => ({
  text: `${text}\n\nPOSITION: ${position}\nCONFIDENCE: ${sure}\nCHANGED: ${changed}`,
})
const votes = (option: string, shares: string, reason: string) => ({
  text: `POSITION: ${option}\nVOTE: ${option}\nPROBABILITIES: ${shares}\nREASON: ${reason}`,
})

/** Longer than one screen. */
const details = Array.from({ length: 450 }, (_, index) => `Order ${index} was read and written without a lock.`).join(
  ' ',
)

const report = `## Executive Summary

- One machine writes, and continuous copies remove the backup risk [m8].

## Detailed Analysis

${details} The last order was lost nowhere.

## Agreements

- A restore must be tested.

## Disagreements

- Whether a second writer appears this year [m6].

## Recommendations

- Add continuous copies and **test a restore** [m8]
- Add an index on \`placed_at\`
- Write the trigger down

## Risk Assessment

- Replication lag goes unnoticed.

## Open questions

- Who restores at night?

## Minority report

- Security would move now [m6].

## Appendix

The drill is in the operations notes.`

const plan = planOf(step('s1', 'coder', { description: 'Add the copies.' }))

const rules = () => [
  on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
  on({ heading: 'Topic' }, { text: '## Topic\n\nWhere do orders live?\n\nDISCUSSION_DEPTH: Quick' }),
  on({ heading: 'Contribute', agent: 'Architect' }, argues('One process writes.', stay, 70)),
  on(
    { heading: 'Contribute', agent: 'Performance' },
    argues('Backups are manual. Postgres brings recovery.', move, 60),
    argues('With copies my argument is gone.', stay, 72, 'yes, because [m3]'),
  ),
  on(
    { heading: 'Contribute', agent: 'Security' },
    argues('Rows are never deleted.', move, 55),
    argues('Nobody has said who restores.', move, 58),
  ),
  on({ heading: 'Converged?' }, { text: 'CONVERGED: nothing new.' }),
  on({ heading: 'Options' }, { text: `- ${stay}\n- ${move}` }),
  on({ heading: 'Final position', agent: 'Architect' }, votes(stay, 'A 78, B 22', 'One writer.')),
  on({ heading: 'Final position', agent: 'Performance' }, votes(stay, 'A 72, B 28', 'It was tested.')),
  on(
    { heading: 'Final position', agent: 'Security' },
    votes(move, 'A 42, B 58', 'Two jobs will write by Q3. Moving later means moving under load.'),
  ),
  on({ heading: 'Synthesize' }, { text: report }),
  on({ heading: 'Repair citations' }, { text: report }),
  on({ heading: 'Follow-up' }, { text: 'A second writer would change it.' }),
  on({ heading: 'Plan' }, { text: plan }),
  on({ heading: 'Review plan' }, { text: 'APPROVE' }),
]

/** Every word of the report and the strip is on paper, folded or not, and citations have footnotes. */
async function isPrintedWhole(page: Page): Promise<void> {
  const paper = pdfText(await page.pdf({ format: 'A4' }))
  const words = (text: string) => text.replaceAll(/[*`]|^[-#]+ /gmu, '').replaceAll(/\s+/gu, '')
  const lines = report.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const missing = lines.filter((line) => !paper.includes(words(line)))
  expect(missing.map((line) => line.slice(0, 80))).toEqual([])
  expect(paper).toContain(words('2 : 1'))
  expect(paper).toMatch(/\[m8\]\w+,Round\d/u)
  expect(paper).not.toContain(words('Carry it out'))
  // Nobody can ask a printout, but everybody wants to know who decided and when.
  expect(paper).not.toContain('Follow-ups')
  expect(paper).toContain(words('Architect, Performance, Security'))
  expect(paper).toContain(String(new Date().getFullYear()))
  expect(paper).not.toContain('Searchallsessions')
}

/** What a decision maker reads, in this order. */
const ORDER = [
  ...['Answer', 'What to do', 'Risks', 'Open questions', 'Agreements', 'Disagreements', 'Minority report'],
  ...['Follow-ups', 'Ballots', 'Cost'],
]

const titlesOf = async (page: Page): Promise<readonly string[]> => {
  const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
  return titles.filter((title) => ORDER.includes(title))
}

describe.runIf(browser)('a result that can be defended', () => {
  test('says who decided what, prints in full, is followed up and carried out', async () => {
    const { link, models, client } = await realServer({ panel: { protocol: 'discuss' } })
    models.script(rules())
    const goal = 'Should the shop move its orders to Postgres?'
    const agents = ['architect', 'performance', 'security']
    const made = await client.createSession({ goal, mode: 'panel', agents, yes: true, limits: { maxTurns: 6 } })
    const id = made.ok ? made.value.id : ''
    const page = await visit(browser, link)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await goTo(page, `/session/${id}/result`)
    const main = page.getByRole('main')

    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText(stay, { exact: true }).waitFor()
    await main.getByText('secret ballot').waitFor()
    await expect.poll(() => titlesOf(page)).toEqual(ORDER)
    const strip = (await main.locator('dl').first().getAttribute('aria-label')) ?? ''
    expect(strip).toMatch(/^Verdict: 2 : 1 · \d+ % \(first guess\) · (?:close · )?blind vote was 1 : 2 · 1 changed · /u)
    const dissent = page.getByRole('region', { name: 'Dissent' })
    await dissent.getByText('Two jobs will write by Q3.', { exact: false }).waitFor()
    expect(await dissent.innerText()).toContain('Security voted for')
    expect(await dissent.innerText()).not.toContain('under load')
    await look(page, 'result-decided')

    await answer.getByRole('button', { name: 'Go to message m8' }).hover()
    await page.getByText('% sure', { exact: false }).first().waitFor()
    await picture(page, 'result-evidence')
    await isPrintedWhole(page)

    await page.getByRole('button', { name: 'Copy summary' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    expect(pdfText(await page.pdf({ format: 'A4' }))).not.toContain('Copied')
    const copied = String(await page.evaluate('navigator.clipboard.readText()'))
    const labelled = strip.replace('Verdict: ', 'Decided ').replace(' % ', ' % likely right ')
    expect(copied).toContain(labelled)
    expect(copied).toContain('Dissent: Security, for Move to Postgres: Two jobs will write by Q3.')

    await page.getByRole('button', { name: 'What would change this answer?' }).click()
    await page.getByRole('log', { name: 'Follow-ups' }).getByText('A second writer would change it.').waitFor()

    await page.getByRole('checkbox', { name: 'Add an index' }).check()
    await page.getByRole('button', { name: 'Carry out 1 of 3' }).click()
    expect(await page.getByLabel('Goal of the plan').inputValue()).toBe(
      `Carry out: ${stay}\n\n- Add an index on \`placed_at\``,
    )
    await picture(page, 'result-carry-out')
    await page.getByRole('button', { name: 'Plan it' }).click()
    await page.getByRole('region', { name: 'Gate: plan' }).getByText('Add the copies.').waitFor()
    await page.getByRole('radio', { name: /Transcript/u }).click()
    await page.getByRole('log', { name: 'Transcript' }).getByText('Reviewer').first().waitFor()
    expect(await page.getByText('reviewer', { exact: true }).count()).toBe(0)
    await picture(page, 'carried-out-transcript')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('status').getByText('Stopped').waitFor()

    await goTo(page, `/session/${id}/result/1`)
    await answer.getByText(stay, { exact: true }).waitFor()
    await page.getByRole('link', { name: /Later: run 2, plan/u }).click()
    await page.getByRole('link', { name: /Before: run 1, panel/u }).waitFor()
    await page.getByText('Full goal').click()
    await main.getByRole('listitem').getByText('Add an index on').waitFor()
    await picture(page, 'carried-out-result')
    expect(page.complaints).toEqual([])
  })
})
