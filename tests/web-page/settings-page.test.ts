import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Served } from '../../apps/server/src/server.fixture.ts'
import { openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'

const browser = await startBrowser()
let program: Served

beforeAll(async () => {
  program = await realProgram({}, { files: { 'config.json': '{\n  // mine\n  "limits": { "maxTurns": 500 }\n}\n' } })
})
afterAll(async () => {
  await browser?.close()
  await program.remove()
})

async function open(section: string) {
  const page = await openPage(browser as Browser, program.link)
  await page.getByLabel('Goal').waitFor()
  await page.evaluate(`location.hash = '#/settings/${section}'`)
  await page.getByRole('navigation', { name: 'Settings' }).waitFor()
  return page
}

const config = () => readFileSync(join(program.home, 'config.json'), 'utf8')
const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor()

describe.runIf(browser)('the settings', { timeout: 120_000 }, () => {
  test('show what is wrong in a file with its line, and mend it without losing comments', async () => {
    const page = await open('limits')
    await page
      .getByRole('list', { name: 'Problems' })
      .getByText(/config\.json:3/u)
      .waitFor()
    await page.getByLabel('Turns', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await saved(page)
    await expect.poll(() => page.getByRole('list', { name: 'Problems' }).count()).toBe(0)
    expect(config()).toContain('// mine')
    expect(config()).toContain('"maxTurns": 12')
    await page.context().close()
  })

  test('keep a key where only the user can read it, and never show it again', async () => {
    const page = await open('models')
    const secret = 'sk-not-a-real-key-1234567890'
    await page.getByLabel('Key of OpenAI').fill(secret)
    await page.getByRole('button', { name: 'Keep the key of OpenAI' }).click()
    await page.getByText('Kept here', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(statSync(join(program.home, 'keys.json')).mode & 0o077).toBe(0)
    await page.getByRole('button', { name: 'Forget the key of OpenAI' }).click()
    await expect.poll(() => page.getByText('Kept here', { exact: true }).count()).toBe(0)
    await page.context().close()
  })

  test('say what would happen to a call, and follow a rule that is added', async () => {
    const page = await open('permissions')
    await page.getByLabel('What would happen to').fill('bash:git push')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('Asks you').first().waitFor()
    await page.getByLabel('Permission of the new rule').fill('bash')
    await page.getByLabel('Pattern of the new rule').fill('git push*')
    await page.getByRole('combobox', { name: 'Action of the new rule' }).click()
    await page.getByRole('option', { name: 'Deny' }).click()
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await page.getByText('Denied').first().waitFor()
    expect(JSON.parse(config().replace('// mine', '')).permissions).toEqual({ bash: { 'git push*': 'deny' } })
    await page.context().close()
  })

  test('hold MCP servers and providers', async () => {
    const page = await open('mcp')
    await page.getByLabel('Name', { exact: true }).fill('files')
    await page.getByLabel('Command or address').fill('npx -y "a server" --root .')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('list', { name: 'MCP servers' }).getByText('files').waitFor()
    expect(JSON.parse(config().replace('// mine', '')).mcpServers.files).toEqual({
      command: 'npx',
      args: ['-y', 'a server', '--root', '.'],
    })
    await page.getByRole('button', { name: 'Remove files' }).click()
    await page.getByText('No servers yet').waitFor()
    await page.context().close()
  })

  test('change how the page looks, and keep it', async () => {
    const page = await open('appearance')
    await page.getByRole('radio', { name: 'Dark' }).click()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.getByRole('radio', { name: 'Compact' }).click()
    await page.reload()
    await page.getByRole('radio', { name: 'Compact' }).waitFor()
    expect(await page.evaluate('document.documentElement.dataset.density')).toBe('compact')
    await page.context().close()
  })
})
