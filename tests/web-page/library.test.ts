import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { downloadText } from '../web/download-text.ts'
import { goTo } from './open-page.ts'
import { realPage } from './page-fixture.ts'
import { asRepository, squadFiles } from './real-program.ts'
import { choose, openDetails, picture } from './stories/visit.ts'

const poet = `---
name: Poet
slug: poet
icon: 🪶
---
Write verse about {{workspace_name}}.
`

const files = {
  ...squadFiles,
  '.convene/agents/coder.md': '---\nname: Coder\n---\nWrite code.\n',
  '.convene/agents/clerk.md': '---\nname: Clerk\n---\nKeep the books.\n',
}
const { browser, program, open } = await realPage(files, asRepository)

async function exported(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  await page.getByRole('button', { name: 'More actions' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ])
  return { name: download.suggestedFilename(), text: await downloadText(download) }
}

/** A file as the system's dialog returns it. */
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

describe.runIf(browser)('the library', () => {
  test.each([
    ['an agent', '/agents', 'Agent file', 'poet.md', poet],
    [
      'a team',
      '/teams',
      'Team file',
      'duo.json',
      '{ "name": "Duo", "slug": "duo", "mode": "sequential", "members": ["architect", "qa"] }',
    ],
  ] as const)('imports %s from a file and exports it as one', async (_word, place, label, name, text) => {
    const page = await open(place)
    await page.getByLabel(label).setInputFiles(fileOf(name, text))
    const slug = name.replace(/\.\w+$/u, '')
    await page.getByText('Imported', { exact: true }).waitFor()
    await expect.poll(() => page.url()).toContain(`${place}/${slug}`)
    await page.getByRole('tab', { name: 'File', exact: true }).click()
    const taken = await exported(page)
    expect(taken.name).toBe(name)
    await goTo(page, place)
    const again = taken.text.replaceAll(slug, `${slug}-again`)
    await page.getByLabel(label).setInputFiles(fileOf('again', again))
    await expect.poll(() => page.url()).toContain(`${place}/${slug}-again`)
    expect(page.complaints).toEqual([])
  })

  test.each([
    ['/agents', 'Agent file', 'no front matter'],
    ['/teams', 'Team file', '{ "name": '],
  ])('in %s says why a file is invalid, and stores nothing', async (place, label, text) => {
    const page = await open(place)
    await page.getByLabel(label).setInputFiles(fileOf('broken', text))
    await page.getByText('Nothing was imported.').waitFor()
  })

  test('says next to the slug that it is taken, and saves under another', async () => {
    const page = await open('/agents/new')
    await page.getByLabel('Name', { exact: true }).fill('Taken')
    await page.getByLabel('Prompt', { exact: true }).fill('Be first.')
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await goTo(page, '/agents/new')
    await page.getByRole('heading', { level: 1, name: 'New agent' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Taken')
    await page.getByLabel('Prompt', { exact: true }).fill('Be second.')
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await page.getByText('This slug is already in use').waitFor()
    const slug = page.getByLabel('Slug')
    expect(await slug.getAttribute('aria-invalid')).toBe('true')
    await picture(page, 'library-slug-taken')
    await slug.fill('taken-two')
    await expect.poll(() => slug.getAttribute('aria-invalid')).toBeNull()
    await page.getByRole('button', { name: 'Save as mine' }).click()
    await expect.poll(() => existsSync(join(program().home, 'agents/taken-two.md'))).toBe(true)
    expect(readFileSync(join(program().home, 'agents/taken.md'), 'utf8')).toContain('Be first.')
  })

  test('has three sections, and lets no untrusted repo override the others', async () => {
    const page = await open('/agents')
    await page.getByRole('list', { name: 'Built-in' }).getByRole('link', { name: /Coder/u }).waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'From this repo',
      'Mine',
      'Built-in',
    ])
    const repo = page.getByRole('list', { name: 'From this repo' })
    await repo.getByRole('link', { name: /Clerk/u }).waitFor()
    expect(await repo.getByRole('link', { name: /Coder/u }).count()).toBe(0)
    await page.getByText('not used: a built-in agent is already called "coder"').waitFor()
  })

  test('asks for trust when an agent of the repo is opened, shows its files first, and greys out what it then overrides', async () => {
    const page = await open('/agents/clerk')
    await page.getByText('From this repo.').waitFor()
    await page.getByRole('button', { name: 'Review files' }).click()
    await page.getByRole('dialog').getByText('.convene/agents/coder.md').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Trust' }).click()
    await page.getByText('Trusted', { exact: true }).waitFor()
    await goTo(page, '/agents')
    await page.getByRole('list', { name: 'From this repo' }).getByRole('link', { name: /Coder/u }).waitFor()
    await page.getByRole('list', { name: 'Built-in' }).getByText('overridden by the one in this repo').waitFor()
    await picture(page, 'library-agents')
  })

  test('starts a new one from a copy of another, without its name', async () => {
    const page = await open('/teams/new')
    await choose(page, 'Start from', /^Quick Panel/u)
    await page.getByRole('combobox', { name: 'Agent of member 2' }).getByText('Security').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
    await picture(page, 'library-template')
  })
})

describe.runIf(browser)('the workspace', () => {
  test('is listed among the recent ones, with its branch and worktrees', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: /^Workspace/u }).click()
    await page.getByRole('tab', { name: 'Worktrees' }).click()
    await page.getByRole('list', { name: 'Worktrees' }).getByText('main folder').waitFor()
    await page.getByLabel('New worktree').fill('..')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Invalid branch name "..".').waitFor()
    expect(await page.getByLabel('New worktree').getAttribute('aria-invalid')).toBe('true')
    await picture(page, 'workspace-bad-branch')
    await page.getByLabel('New worktree').fill('try-sqlite')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: /^Workspace: \S+ try-sqlite$/u }).waitFor()
    await page.getByLabel('Goal').fill('Say hello.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('status').getByText('Rehearsal').waitFor()
    await goTo(page, '/')
    await page.getByRole('button', { name: /^Workspace/u }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /try-sqlite.*1 session/u })
      .waitFor()
    await picture(page, 'workspace-recent')
  })
})

describe.runIf(browser)('the start page', () => {
  test('shows a refusal next to its field, and opens the section that hides it', async () => {
    const page = await open('/')
    await openDetails(page)
    await page.getByText('More options', { exact: true }).click()
    await page.getByLabel('Model', { exact: true }).fill('nowhere/nothing')
    await expect.poll(() => page.getByLabel('Model', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Model', { exact: true }).fill('')
    await page.getByLabel('Turns').fill('-1')
    await expect.poll(() => page.getByLabel('Turns').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Turns').fill('')
    await page.getByLabel('Allowed without asking').fill('not a rule')
    await page.getByText('Write a rule as permission:pattern').first().waitFor()
    await picture(page, 'start-refused')
  })
})
