import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { goTo } from './open-page.ts'
import { realPage } from './page-fixture.ts'
import { squadFiles } from './real-program.ts'

const { browser, program, open } = await realPage(squadFiles)

const fileOf = (path: string) => join(program().home, path)

describe.runIf(browser)('a team', () => {
  test('shows problems under their fields while typing, and is not saved', async () => {
    const page = await open('/teams/new')
    await page.getByLabel('Name', { exact: true }).fill('Crew')
    await page.getByLabel('Slug').fill('Not A Slug')
    await page.getByText('lower-case letters, digits and hyphens').first().waitFor()
    expect(await page.getByLabel('Slug').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('button', { name: 'Save as mine' }).isDisabled()).toBe(true)
    await page.getByRole('tab', { name: /Problems/u }).click()
    await page.getByRole('list', { name: 'Problems' }).getByText('at least one member').waitFor()
  })

  test('that is built-in is saved as yours, and comes back when yours is deleted', async () => {
    const page = await open('/teams/quick-reflection')
    await page.getByText('Built-in and read-only').waitFor()
    await page.getByLabel('Description').fill('Mine now.')
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await page.getByText(/^Overrides /u).waitFor()
    await goTo(page, '/teams')
    await page.getByRole('list', { name: 'Built-in' }).getByText('overridden by yours').waitFor()
    await page
      .getByRole('list', { name: 'Mine' })
      .getByRole('link', { name: /^Quick Reflection/u })
      .click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('list', { name: 'Built-in' })
      .getByRole('link', { name: /^Quick Reflection/u })
      .waitFor()
    expect(existsSync(fileOf('teams/quick-reflection.json'))).toBe(false)
  })

  test('that is saved slowly does not bring back a user who has gone elsewhere', async () => {
    const page = await open('/teams/quick-reflection')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/teams*', async (route) => {
      if (route.request().method() !== 'GET') await released
      await route.continue()
    })
    await page.getByLabel('Description').fill('Slowly mine.')
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await goTo(page, '/agents')
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    release()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/agents')
  })

  test('from Squad files has a badge, and says that its repository is not trusted', async () => {
    const page = await open('/teams')
    await page.getByRole('list', { name: 'From this repo' }).getByText('Squad').waitFor()
    await page.getByRole('link', { name: /^Shop crew/u }).click()
    await page.getByText('This repository is not trusted').waitFor()
    await page.getByRole('button', { name: 'Review files' }).click()
    await page.getByRole('dialog').getByText('.squad/team.md').waitFor()
  })

  test('from Squad files is written back to them', async () => {
    const page = await open('/teams/shop-crew')
    await page.getByText('You can write it back to them').waitFor()
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByRole('combobox', { name: 'Agent of member 3' }).click()
    await page.getByRole('option', { name: /^QA/u }).first().click()
    await page.getByRole('button', { name: 'Write to Squad files' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(readFileSync(join(program().workspace, '.squad/team.md'), 'utf8')).toMatch(/\bqa\b/iu)
    expect(page.complaints).toEqual([])
  })
})

describe.runIf(browser)('an agent', () => {
  test('is written in the editor, with a live preview of its prompt', async () => {
    const page = await open('/agents')
    await page.getByRole('button', { name: 'New agent' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Poet')
    await page.getByLabel('Prompt', { exact: true }).fill('Write verse about {{workspace_name}}.')
    const aside = page.getByRole('complementary', { name: 'Preview' })
    await aside.getByText('Write verse about workspace.').waitFor()
    await page.getByLabel('Temperature').fill('9')
    await expect.poll(() => page.getByLabel('Temperature').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('button', { name: 'Save as mine' }).isDisabled()).toBe(true)
    await page.getByLabel('Temperature').fill('1.5')
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(readFileSync(fileOf('agents/poet.md'), 'utf8')).toContain('temperature: 1.5')
    await goTo(page, '/agents')
    await page.getByRole('list', { name: 'Mine' }).getByRole('link', { name: /^Poet/u }).waitFor()
    expect(page.complaints).toEqual([])
  })
})
