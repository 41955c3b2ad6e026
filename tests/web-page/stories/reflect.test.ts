import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { on } from '@convene/testkit'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { goTo, startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, picture, start, visit } from './visit.ts'

const browser = await startBrowser()

const plan = `Two parts.

@worker:Worker
Read the notes.
@end
@worker:Security
Look for what could leak.
@end`

/** The first draft lacks something, the second does not. The second round waits until it is released. */
function rulesOf(held: Promise<void>) {
  return [
    on({ heading: 'Plan' }, { text: plan }, async () => {
      await held
      return { text: plan }
    }),
    on({ heading: 'Task', agent: 'Worker' }, { text: 'The notes say: Redis.' }),
    on({ heading: 'Task', agent: 'Security' }, { text: 'Tokens are hashed.' }),
    on({ heading: 'Synthesize' }, { text: 'A first draft.' }, { text: 'The whole answer, with its dates.' }),
    on(
      { heading: 'Evaluate' },
      { text: 'SCORE: 0.5\nRATIONALE: Dates are missing.' },
      { text: 'SCORE: 0.95\nRATIONALE: Everything is there.' },
    ),
  ]
}

/** A lead and two members with at most three iterations. */
async function makeTeam(page: Page): Promise<void> {
  await goTo(page, '/teams')
  await page.getByRole('button', { name: 'New team' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Night Shift')
  await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('night-shift')
  await choose(page, 'Mode', /^Reflect/u)
  await choose(page, 'Lead', /^Orchestrator/u)
  await choose(page, 'Judge', /^Evaluator/u)
  for (const [place, agent] of [
    ['1', /^Worker/u],
    ['2', /^Security/u],
  ] as const) {
    await page.getByRole('button', { name: 'Add a member' }).click()
    await choose(page, `Agent of member ${place}`, agent)
  }
  await page.getByLabel('Iterations').fill('3')
  await page.getByLabel('Shared context').fill('We deploy on Fridays.')
}

describe.runIf(browser)('a reflect run with the team editor', () => {
  test('a new team iterates until its judge is satisfied, and says why it stopped', async () => {
    const held = Promise.withResolvers<void>()
    const { link, models, place, log } = await realServer()
    models.script(rulesOf(held.promise))
    const page = await visit(browser, link)
    await makeTeam(page)
    const aside = page.getByRole('complementary', { name: 'Preview' })
    await aside.getByText('We deploy on Fridays.').waitFor()
    await look(page, 'reflect-editor')
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(JSON.parse(readFileSync(join(place.home, 'teams/night-shift.json'), 'utf8'))).toMatchObject({
      mode: 'reflect',
      lead: 'orchestrator',
      members: ['worker', 'security'],
      judge: 'evaluator',
      limits: { maxIterations: 3 },
    })

    await goTo(page, '/')
    await choose(page, 'Team', /Night Shift/u)
    await page
      .getByRole('region', { name: 'Preview' })
      .getByRole('button', { name: /^Review · Night Shift/u })
      .waitFor()
    await page.getByLabel('Goal').fill('What does the shop keep in Redis, and since when?')
    const id = await start(page)

    await page.getByRole('group', { name: 'Tasks' }).getByText('thinking').first().waitFor()
    await page.keyboard.press('t')
    await page.getByText('Iteration 1', { exact: true }).waitFor()
    await page.getByText('Dates are missing.').first().waitFor()
    await picture(page, 'reflect-first-round')
    await page.getByRole('heading', { name: /Iteration 2/u }).waitFor()
    held.resolve()
    await page.getByRole('status').getByText('Done').waitFor()
    await page.getByRole('region', { name: 'How the run ended' }).getByText('Done: goal met').waitFor()
    await look(page, 'reflect-done')

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Result page' }).click()
    await page.getByRole('region', { name: 'Answer' }).getByText('The whole answer, with its dates.').waitFor()
    await page.getByRole('heading', { name: 'Iterations' }).waitFor()
    await page.getByText('Everything is there.').waitFor()
    await look(page, 'reflect-result')

    const events = await log(id)
    expect(events.filter(({ type }) => type === 'evaluation')).toHaveLength(2)
    expect(events.find(({ type }) => type === 'run.finished')?.data).toMatchObject({ reason: 'goal_met' })
    expect(page.complaints).toEqual([])
  })
})
