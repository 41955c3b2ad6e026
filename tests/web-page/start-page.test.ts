import { startModelServer } from '@convene/testkit'
import type { Browser } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPage } from './open-page.ts'
import { asRepository, realProgram, squadFiles } from './real-program.ts'
import { realStage } from './stage.ts'

const { browser, program, open } = await realStage(squadFiles, asRepository)

describe.runIf(browser)('the start page', { timeout: 120_000 }, () => {
  test('shows who would work, with which models and limits, before anything starts', async () => {
    const page = await open()
    const card = page.getByRole('region', { name: 'Preview' })
    await card.getByText('Coder').waitFor()
    await page.getByRole('combobox', { name: 'Team' }).click()
    await page.getByRole('option', { name: /Quick Panel/u }).click()
    await card.getByText('Panel, 5 seats').waitFor()
    await card.getByText('Security').waitFor()
    expect(await card.getByText(/\d+ calls/u).count()).toBe(1)
    expect(await card.getByText('rehearsal/offline').count()).toBe(5)
    expect(page.complaints).toEqual([])
  })

  test('refuses an invalid form before the start, and says what to do', async () => {
    const page = await open()
    await page.getByRole('combobox', { name: 'Mode' }).click()
    await page.getByRole('option', { name: /Broadcast/u }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('Broadcast, 3 seats').waitFor()
    await page.getByText('More options', { exact: true }).click()
    await page.getByLabel('Agents').fill('architect, securty')
    await page.getByRole('alert').getByText('Did you mean "security"?').waitFor()
    await page.getByLabel('Agents').fill('architect, security')
    await page.getByRole('region', { name: 'Preview' }).getByText('Broadcast, 2 seats').waitFor()
  })

  test('starts a session with the goal and attachments, and opens it', async () => {
    const page = await open()
    await page.getByLabel('Goal').fill('What does the attached note say about sessions?')
    const note = {
      name: 'note.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Note\n\nSessions live in Redis.'),
    }
    await page.getByLabel('Files to attach').setInputFiles(note)
    await page.getByRole('list', { name: 'Attached files' }).getByText('note.md').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Message to the team').waitFor()
    const { items } = await sessions()
    expect(items[0]).toMatchObject({ goal: expect.stringContaining('What does the attached note say'), mode: 'agent' })
  })

  test('asks before it uses a team from an untrusted repository', async () => {
    const page = await open()
    await page.getByText('This folder is not trusted').waitFor()
    await page.getByRole('combobox', { name: 'Team' }).click()
    expect(await page.getByRole('group', { name: 'From this repo' }).getByText('Squad').count()).toBe(1)
    await page.getByRole('option', { name: /Shop crew/u }).click()
    const dialog = page.getByRole('dialog', { name: /Shop crew/u })
    await dialog.getByText('.squad/team.md').waitFor()
    await dialog.getByRole('button', { name: 'Trust these files' }).click()
    await expect.poll(() => page.getByText('This folder is not trusted').count()).toBe(0)
    await page.getByRole('region', { name: 'Preview' }).getByText('Shop crew').waitFor()
  })

  test('makes a worktree on a new branch and works there', async () => {
    const page = await open()
    await page.getByRole('button', { name: /^Workspace/u }).click()
    await page.getByRole('tab', { name: 'Worktrees' }).click()
    await page.getByLabel('New worktree').fill('try-postgres')
    await page.getByRole('button', { name: 'Make' }).click()
    await page.getByRole('button', { name: /^Workspace: .*try-postgres/u }).waitFor()
    await page.getByRole('button', { name: /^Workspace/u }).click()
    await page.getByRole('tab', { name: 'Another folder' }).click()
    await page.getByLabel('Path').fill('/no/such/folder')
    await page.keyboard.press('Enter')
    await page.getByText('/no/such/folder cannot be opened').waitFor()
  })

  test('offers a model that answers on this machine, and uses it after one click', async () => {
    const server = await startModelServer({ models: ['llama-test'] })
    const connected = await realProgram({}, { environment: { OLLAMA_HOST: `127.0.0.1:${server.port}` } })
    const page = await openPage(browser as Browser, connected.link)
    onTestFinished(() => page.context().close())
    await page.getByText('No model is connected').waitFor()
    await page.getByRole('button', { name: 'Use llama-test of Ollama' }).click()
    await page.getByText('Answers come from ollama/llama-test').waitFor()
    await page.getByRole('region', { name: 'Preview' }).getByText('ollama/llama-test').waitFor()
    await connected.remove()
    await server.close()
  })

  test('suggests teams that fit the goal', async () => {
    const page = await open()
    await page.getByLabel('Goal').fill('Review this change for bugs, security and missing tests.')
    const fitting = page.getByRole('region', { name: 'Suggested teams' })
    await fitting.getByRole('button', { name: 'Code Review Team' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('Code Review Team').waitFor()
    expect(await fitting.count()).toBe(0)
  })

  test('greys out overridden teams, with the reason', async () => {
    const team = { name: 'Quick Panel', slug: 'quick-panel', mode: 'panel', members: ['architect', 'security'] }
    await program().client.createTeam({ team })
    const page = await open()
    await page.getByRole('combobox', { name: 'Team' }).click()
    const hidden = page.getByRole('group', { name: 'Built-in' }).getByRole('option', { name: /Quick Panel/u })
    expect(await hidden.getAttribute('aria-disabled')).toBe('true')
    expect(await hidden.textContent()).toContain('overridden by yours')
  })
})

async function sessions() {
  const found = await program().client.sessions({})
  if (!found.ok) throw new Error(found.refusal.message)
  return found.value
}
