import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { calling, fixesSum, writeBug } from '../../e2e/workspace.ts'
import { command, isFocusSeen, tabTo } from '../keyboard.ts'
import { startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { look, sessionOf, visit } from './visit.ts'

const browser = await startBrowser()

describe.runIf(browser)('with the keyboard alone', () => {
  test('a user chooses a team, answers approvals, messages the team, reviews a change and reads the result', async () => {
    const { link, models, log } = await realServer({}, writeBug)
    models.script([
      on(
        { heading: 'Respond' },
        calling(['read', { path: 'sum.mjs' }]),
        calling(fixesSum),
        calling(['bash', { command: 'rm -rf node_modules' }]),
        { text: 'The sum adds now.' },
      ),
      on({ heading: 'Follow-up' }, { text: 'It took the second away.' }),
    ])
    const page = await visit(browser, link)
    await page.keyboard.type('Fix the sum.')
    await page.getByRole('button', { name: /^Build · /u }).waitFor()
    await tabTo(page, /^Build · /u)
    await page.keyboard.press('Enter')
    await page.getByRole('radiogroup', { name: 'What you want' }).waitFor()
    await tabTo(page, 'Have it built')
    expect(await isFocusSeen(page)).toBe(true)
    for (const name of ['Several opinions', 'Have it discussed', 'Get a decision', 'Get an estimate', 'Just ask one']) {
      await page.keyboard.down('ArrowUp')
      await page.getByRole('radio', { name, checked: true }).waitFor()
      await page.keyboard.up('ArrowUp')
    }
    await tabTo(page, 'Start')
    await page.keyboard.press('Enter')
    const dock = page.getByRole('region', { name: 'Approval' })
    await dock.getByText('sum.mjs').first().waitFor()
    await tabTo(page, 'Always')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe(
      'Pattern to allow for this session or always',
    )
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('y')
    await dock.getByText('rm -rf node_modules').first().waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Why not?').waitFor()
    await page.keyboard.press('Escape')
    await dock.getByRole('button', { name: 'Deny' }).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.type('Nothing is deleted here.')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Done').waitFor()

    await tabTo(page, 'Message to the team')
    await page.keyboard.type('What was wrong?')
    await page.keyboard.press('Enter')
    await page.getByText('It took the second away.').first().waitFor()
    await page.keyboard.press('Escape')
    await tabTo(page, 'Team')
    await page.keyboard.press('Home')
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /sum\.mjs/u })
      .waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Diff' }).waitFor()
    await look(page, 'keyboard-files')
    const id = sessionOf(page)
    await command(page, 'result')
    await page.getByRole('region', { name: 'Answer' }).getByText('The sum adds now.').waitFor()
    const answers = (await log(id)).filter(({ type }) => type === 'permission.answered').map(({ data }) => data)
    expect(answers).toMatchObject([{ answer: 'once' }, { answer: 'deny', reason: 'Nothing is deleted here.' }])
    expect(page.complaints).toEqual([])
  })
})
