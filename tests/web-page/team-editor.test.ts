import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Served } from '../../apps/server/src/server.fixture.ts'
import { openPage, startBrowser } from './open-page.ts'
import { realProgram, squadFiles } from './real-program.ts'

const browser = await startBrowser()
let program: Served

beforeAll(async () => {
  program = await realProgram(squadFiles)
})
afterAll(async () => {
  await browser?.close()
  await program.remove()
})

async function open(place: string) {
  const page = await openPage(browser as Browser, program.link)
  await page.getByLabel('Goal').waitFor()
  await goTo(page, place)
  return page
}

const goTo = (page: Page, place: string) => page.evaluate(`location.hash = '#${place}'`)
const choose = async (page: Page, label: string, option: RegExp) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}
const fileOf = (path: string) => join(program.home, path)

describe.runIf(browser)('a team', { timeout: 180_000 }, () => {
  test('is made in the editor, run in a loop that reflects, and judged on the result page', async () => {
    const page = await open('/teams')
    await page.getByRole('button', { name: 'New team' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Night Shift')
    await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('night-shift')
    await choose(page, 'Mode', /Reflect/u)
    await choose(page, 'Lead', /^Orchestrator/u)
    for (const [place, agent] of [
      ['1', /^Worker/u],
      ['2', /^Security/u],
    ] as const) {
      await page.getByRole('button', { name: 'Add a member' }).click()
      await choose(page, `Agent of member ${place}`, agent)
    }
    await page.getByLabel('Shared context').fill('We deploy on Fridays.')
    await page.getByLabel('Iterations').fill('2')
    const aside = page.getByRole('complementary', { name: 'What comes of it' })
    await aside.getByText('We deploy on Fridays.').waitFor()
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(JSON.parse(readFileSync(fileOf('teams/night-shift.json'), 'utf8'))).toMatchObject({
      mode: 'reflect',
      lead: 'orchestrator',
      members: ['worker', 'security'],
      limits: { maxIterations: 2 },
    })
    await goTo(page, '/')
    await choose(page, 'Team', /Night Shift/u)
    await page.getByRole('region', { name: 'What would run' }).getByText('Reflect, 3 seats').waitFor()
    await page.getByLabel('Goal').fill('Say in a few sentences what this shop keeps in Redis.')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('region', { name: 'How the run ended' }).first().waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Result page' }).click()
    await page.getByRole('region', { name: 'Answer' }).waitFor()
    await page.getByRole('heading', { name: 'Iterations' }).waitFor()
    await page.getByRole('heading', { name: 'Cost' }).waitFor()
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('says what is wrong while it is written, under the field, and is not saved', async () => {
    const page = await open('/teams/new')
    await page.getByLabel('Name', { exact: true }).fill('Crew')
    await page.getByLabel('Slug').fill('Not A Slug')
    await page.getByText('lower-case letters, digits and hyphens').first().waitFor()
    expect(await page.getByLabel('Slug').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('button', { name: 'Save as mine' }).isDisabled()).toBe(true)
    await page.getByRole('tab', { name: /Problems/u }).click()
    await page.getByRole('list', { name: 'Problems' }).getByText('at least one member').waitFor()
    await page.context().close()
  })

  test('that is built in is saved as yours, and comes back when yours is deleted', async () => {
    const page = await open('/teams/quick-reflection')
    await page.getByText('Built-in: it cannot be changed').waitFor()
    await page.getByLabel('Description').fill('Mine now.')
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await page.getByText('It takes the place of').waitFor()
    await goTo(page, '/teams')
    await page.getByRole('list', { name: 'Built-in' }).getByText('hidden by yours').waitFor()
    await page
      .getByRole('list', { name: 'Mine' })
      .getByRole('link', { name: /Quick Reflection/u })
      .click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('list', { name: 'Built-in' })
      .getByRole('link', { name: /Quick Reflection/u })
      .waitFor()
    expect(existsSync(fileOf('teams/quick-reflection.json'))).toBe(false)
    await page.context().close()
  })

  test('of Squad files has its badge, and says that its repository is not trusted', async () => {
    const page = await open('/teams')
    await page.getByRole('list', { name: 'From this repo' }).getByText('Squad').waitFor()
    await page.getByRole('link', { name: /Shop crew/u }).click()
    await page.getByText('This repository is not trusted').waitFor()
    await page.getByRole('button', { name: 'Look at its files' }).click()
    await page.getByRole('dialog').getByText('.squad/team.md').waitFor()
    await page.context().close()
  })

  test('is imported from a file', async () => {
    const page = await open('/teams')
    const team = { name: 'From Afar', slug: 'from-afar', mode: 'sequential', members: ['architect', 'qa'] }
    const file = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(team)) }
    await page.getByLabel('Team file').setInputFiles(file)
    await page.getByRole('heading', { level: 1, name: 'From Afar' }).waitFor()
    await page.context().close()
  })
})

describe.runIf(browser)('an agent', { timeout: 120_000 }, () => {
  test('is written in the editor, with what its model is told as one writes', async () => {
    const page = await open('/agents')
    await page.getByRole('button', { name: 'New agent' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Poet')
    await page.getByLabel('Prompt', { exact: true }).fill('Write verse about {{workspace_name}}.')
    const aside = page.getByRole('complementary', { name: 'What comes of it' })
    await aside.getByText('Write verse about workspace.').waitFor()
    await page.getByLabel('Temperature').fill('9')
    await expect.poll(() => page.getByLabel('Temperature').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('button', { name: 'Save as mine' }).isDisabled()).toBe(true)
    await page.getByLabel('Temperature').fill('1.5')
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(readFileSync(fileOf('agents/poet.md'), 'utf8')).toContain('temperature: 1.5')
    await goTo(page, '/agents')
    await page.getByRole('list', { name: 'Mine' }).getByRole('link', { name: /Poet/u }).waitFor()
    expect(page.complaints).toEqual([])
    await page.context().close()
  })
})
