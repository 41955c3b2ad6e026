import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { calling, fixesSum, writeBug } from '../../e2e/workspace.ts'
import { goTo, startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { look, picture, start, visit, wants } from './visit.ts'

const browser = await startBrowser()

const rules = () => [
  on(
    { heading: 'Respond' },
    calling(['read', { path: 'sum.mjs' }]),
    calling(fixesSum),
    calling(['bash', { command: 'git push --force' }]),
    { text: 'The sum adds now.' },
  ),
]

describe.runIf(browser)('a change to a file', () => {
  test('is asked for on every screen, answered once, denied with a reason, reviewed and reverted', async () => {
    const { link, models, place, log, client } = await realServer({}, writeBug)
    models.script(rules())
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Fix the sum.')
    await wants(page, 'Just ask one')
    const id = await start(page)
    const dock = page.getByRole('region', { name: 'Approval' })
    await dock.getByText('Why asked').click()
    await dock.getByText('Matched rule').waitFor()
    await dock.getByRole('group', { name: 'Diff' }).getByText('+export const sum = (a, b) => a + b').waitFor()
    const answers = await dock.getByRole('button').allTextContents()
    expect(answers.map((answer) => answer.replace(/.$/u, '').trim())).toEqual([
      'Allow once',
      'For this session',
      'Always',
      'Deny',
    ])
    await page.getByText('waiting for you', { exact: true }).first().waitFor()
    const status = await client.status()
    expect(status.ok && status.value.live[0]?.agents).toMatchObject([{ agent: 'coder', status: 'waiting' }])
    await look(page, 'change-asked')

    const other = await visit(browser, link, { colorScheme: 'dark' })
    await goTo(other, `/session/${id}`)
    const otherDock = other.getByRole('region', { name: 'Approval' })
    await otherDock.getByText('Why asked').waitFor()
    await look(other, 'change-asked-dark')
    await other.getByLabel('Pattern to allow for this session or always').fill('webfetch:*')
    await otherDock.getByRole('button', { name: 'Always' }).click()
    await otherDock.getByRole('alert').getByText('webfetch:*').waitFor()
    await picture(other, 'change-bad-pattern')

    const late = Promise.withResolvers<void>()
    await other.route('**/api/approvals/**', async (route) => {
      await late.promise
      await route.continue()
    })
    await other.getByLabel('Pattern to allow for this session or always').fill('edit:sum.mjs')
    await otherDock.getByRole('button', { name: 'For this session' }).click()
    await page.keyboard.press('y')
    await dock.getByText('git push --force').first().waitFor()
    await otherDock.getByText('git push --force').first().waitFor()
    late.resolve()
    await other.getByText('Already allowed in another window or terminal.').waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Why not?').fill('Nothing is pushed from here.')
    await page.keyboard.press('Enter')
    await dock.waitFor({ state: 'detached' })
    await otherDock.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Done').waitFor()
    const answered = (await log(id)).filter(({ type }) => type === 'permission.answered').map(({ data }) => data)
    expect(answered).toMatchObject([{ answer: 'once' }, { answer: 'deny', reason: 'Nothing is pushed from here.' }])
    const told = models.requests.flatMap(({ messages }) => messages.flatMap(({ toolResults }) => toolResults))
    expect(told.map(({ output }) => output).join('\n')).toContain('Nothing is pushed from here.')

    const sum = () => readFileSync(join(place.workspace, 'sum.mjs'), 'utf8')
    expect(sum()).toContain('a + b')
    await page.getByRole('tab', { name: /Files/u }).click()
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /sum\.mjs/u })
      .click()
    await page.getByRole('button', { name: 'Revert this change' }).click()
    await page.getByText('sum.mjs returns to its state before this change').waitFor()
    await look(page, 'change-taking-back')
    await page.getByRole('button', { name: 'Revert', exact: true }).click()
    await page.getByText('Reverted', { exact: true }).waitFor()
    expect(sum()).toContain('a - b')
    expect(await page.getByRole('button', { name: 'Revert this change' }).count()).toBe(0)
    expect([...page.complaints, ...other.complaints]).toEqual([])
  })

  test('that was overwritten since is left alone, with the reason', async () => {
    const { link, models, place } = await realServer({ permissions: { edit: 'allow' } }, writeBug)
    models.script([
      on({ heading: 'Respond' }, calling(['read', { path: 'sum.mjs' }]), calling(fixesSum), { text: 'Done.' }),
    ])
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Fix the sum.')
    await wants(page, 'Just ask one')
    await start(page)
    await page.getByRole('status').getByText('Done').waitFor()
    const file = join(place.workspace, 'sum.mjs')
    const mine = 'export const sum = (...all) => all.reduce((a, b) => a + b, 0)\n'
    writeFileSync(file, mine)
    await page.getByRole('tab', { name: /Files/u }).click()
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /sum\.mjs/u })
      .click()
    await page.getByRole('button', { name: 'Revert this change' }).click()
    await page.getByRole('button', { name: 'Revert', exact: true }).click()
    await page.getByRole('alert').getByText('The change was not reverted').waitFor()
    await picture(page, 'change-not-taken-back')
    expect(readFileSync(file, 'utf8')).toBe(mine)
  })
})
