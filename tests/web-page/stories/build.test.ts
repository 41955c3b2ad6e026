import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { calling, fixesSum, plantBug } from '../../e2e/workspace.ts'
import { startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, start, visit } from './visit.ts'

const browser = await startBrowser()

const plan = 's1. coder: Repair sum.\n   acceptance: sum adds.\n   check: node check.mjs\n'
const boast = { text: 'sum adds now. I ran the tests: 12 passed.' }

describe.runIf(browser)('a build in a repository with a failing check', () => {
  test('sends a coder who lies back, shows the proof and the diff once it works, and keeps it', async () => {
    const { link, models, place } = await realServer({ permissions: { edit: 'allow' } }, plantBug)
    models.script([
      on({ heading: 'Plan' }, { text: plan }),
      on({ heading: 'Review plan' }, { text: 'APPROVE' }),
      on({ agent: 'Coder', heading: 'Task' }, boast, calling(['read', { path: 'sum.mjs' }]), calling(fixesSum), boast),
      on({ heading: 'Task' }, boast),
      on({ heading: 'Review' }, { text: 'ACCEPT' }),
      on({ heading: 'Synthesize' }, { text: 'sum is right.' }),
    ])
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Fix sum.')
    await choose(page, 'Team', /Feature Crew/u)
    await start(page)
    const gate = page.getByRole('region', { name: 'Gate: plan' })
    await gate.getByText('Done when').waitFor()
    expect(await page.getByText('Repair sum.').count()).toBe(1)
    await look(page, 'build-gate')
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'build-gate-390')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('y')

    await page.getByRole('status').getByText('Done').waitFor()
    const step = page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()
    await step.getByText('Proven', { exact: true }).waitFor()
    await step.getByText('attempt 2').waitFor()
    await step.getByText(/failed before · exit 0 now/u).waitFor()
    const changes = page.getByRole('region', { name: 'Changes' })
    await changes.getByRole('heading', { name: 'sum.mjs' }).waitFor()
    await changes.getByText('export const sum = (a, b) => a + b').waitFor()
    await page.getByText('1 proven', { exact: true }).waitFor()
    await changes.getByText('not seen', { exact: true }).waitFor()
    await look(page, 'build-done-1440')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await look(page, 'build-done-390-dark')
    await page.setViewportSize({ width: 1440, height: 900 })
    const lastCommit = () =>
      execFileSync('git', ['log', '-1', '--format=%B'], { cwd: place.workspace, encoding: 'utf8' })
    const fixed = () => readFileSync(join(place.workspace, 'sum.mjs'), 'utf8').includes('a + b')
    expect(fixed()).toBe(false)
    await page.getByRole('group', { name: 'The whole change' }).getByRole('button', { name: 'Keep' }).click()
    await expect.poll(fixed).toBe(true)
    await page.getByText('Everything is in your files').waitFor()
    await look(page, 'build-kept-1440')

    const whole = page.getByRole('group', { name: 'The whole change' })
    await whole.getByRole('button', { name: 'Commit' }).click()
    await page.getByText(/^Committed as [0-9a-f]{8} on /u).waitFor()
    expect(lastCommit()).toMatch(/Repair sum\. \(Proven\)[\s\S]*Convene-Session: /u)
    await look(page, 'build-committed-1440')
    await whole.getByRole('button', { name: 'Open pull request' }).click()
    await page.getByRole('dialog').getByText('This repository has no remote to push to').waitFor()
    await look(page, 'build-no-remote-1440')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await whole.getByRole('button', { name: 'Undo all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo all' }).click()
    await expect.poll(fixed).toBe(false)
    await page.getByText(/still has the change as it was kept then/u).waitFor()
    await look(page, 'build-undone-1440')
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'build-undone-390')
    expect(page.complaints).toEqual([])
  })
})
