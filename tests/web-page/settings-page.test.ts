import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fakeProgram } from '@convene/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Served } from '../../apps/server/src/server.fixture.ts'
import { leftOut } from '../runner/skip-reasons.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'
import { openDetails, picture, wants } from './stories/visit.ts'

const browser = await startBrowser()
const keychain = fakeProgram('secret-tool')
let program: Served

const mine = '{\n  // mine\n  "limits": { "maxTurns": 500 }\n}\n'

beforeAll(async () => {
  const PATH = `${keychain.folder}:${process.env.PATH}`
  const environment = { PATH, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/nowhere/bus' }
  program = await realProgram({}, { files: { 'config.json': mine }, environment })
})
afterAll(async () => {
  await program.remove()
  keychain.remove()
})

async function open(section: string, options = {}) {
  const page = await openPage(browser as Browser, program.link, options)
  await page.getByLabel('Goal').waitFor()
  await goTo(page, `/settings/${section}`)
  await page.getByRole('navigation', { name: 'Settings' }).waitFor()
  return page
}

const config = () => readFileSync(join(program.home, 'config.json'), 'utf8')
const localFile = () => join(program.workspace, '.convene', 'config.json')
const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor()

describe.runIf(browser)('the settings', () => {
  test('show problems in a file with their lines, and fix them without losing comments', async () => {
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

  test('have a field for Azure’s endpoint and Bedrock’s region, and never say that a connected model is missing', async () => {
    const page = await open('models')
    await page.getByText('No model is connected.').first().waitFor()
    await page.getByLabel('Azure OpenAI endpoint').fill('https://mine.openai.azure.com')
    await page.getByRole('button', { name: 'Save the Azure OpenAI endpoint' }).click()
    await saved(page)
    expect(JSON.parse(config().replace(/^ *\/\/.*$/mu, ''))).toMatchObject({
      providers: { azure: { baseURL: 'https://mine.openai.azure.com' } },
    })
    await page.getByText('needs AZURE_OPENAI_API_KEY', { exact: true }).waitFor()
    expect(await page.getByLabel('Amazon Bedrock region').count()).toBe(1)
    await picture(page, 'settings-providers')
    await page.getByLabel('Azure OpenAI endpoint').fill('')
    await page.getByRole('button', { name: 'Save the Azure OpenAI endpoint' }).click()
    await page.getByText('needs AZURE_OPENAI_API_KEY, AZURE_OPENAI_ENDPOINT').waitFor()
  })

  test('show what a workspace overrides, write its file, and reset to the default', async () => {
    const page = await open('limits')
    await page.getByRole('radio', { name: 'Only in workspace' }).click()
    await page.getByText('From your settings').waitFor()
    expect(await page.getByLabel('Turns', { exact: true }).getAttribute('placeholder')).toBe('12')
    await page.getByLabel('Turns', { exact: true }).fill('20')
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Set by this workspace').waitFor()
    expect(JSON.parse(readFileSync(localFile(), 'utf8')).limits).toEqual({ maxTurns: 20 })
    await page.getByRole('radio', { name: 'Yours' }).click()
    await page.getByText('This workspace sets 20. Your value does not apply here.').waitFor()
    expect(await page.getByLabel('Turns', { exact: true }).inputValue()).toBe('12')
    await picture(page, 'settings-overruled')
    await page.getByRole('button', { name: 'Reset Turns' }).click()
    await page.getByText('This workspace sets 20. The default does not apply here.').waitFor()
    expect(config()).not.toContain('maxTurns')
    await page.getByRole('radio', { name: 'Only in workspace' }).click()
    await page.getByRole('button', { name: 'Reset Turns' }).click()
    await expect.poll(() => page.getByText('Set by this workspace').count()).toBe(0)
    await page.context().close()
  })

  test('do not write to an untrusted workspace, and say what is not applied', async () => {
    mkdirSync(join(program.workspace, '.convene'), { recursive: true })
    writeFileSync(localFile(), '{ "model": "openai/expensive", "limits": { "maxTurns": 5 } }')
    const page = await open('runs')
    await page.getByText('This workspace has changed since you trusted it').waitFor()
    await page.getByText('Not applied: model.').waitFor()
    await page.getByRole('radio', { name: 'Only in workspace' }).click()
    await page.getByText('Not applied because this workspace is not trusted.').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await picture(page, 'settings-untrusted')
    await page.getByRole('button', { name: 'Review files' }).click()
    await page.getByRole('button', { name: 'Trust these files' }).click()
    await expect.poll(() => page.getByText('This workspace has changed').count()).toBe(0)
    await page.getByLabel('Model', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await saved(page)
    expect(JSON.parse(readFileSync(localFile(), 'utf8'))).toEqual({ limits: { maxTurns: 5 } })
    writeFileSync(localFile(), '{}')
    await page.context().close()
  })

  test('set the default mode and team, and the start page starts with them', async () => {
    const page = await open('runs')
    await page.getByRole('combobox', { name: 'Team' }).click()
    await page.getByRole('option', { name: 'Quick Panel' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await saved(page)
    await picture(page, 'settings-runs')
    await goTo(page, '/')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Quick Panel').waitFor()
    await openDetails(page)
    await page.getByText('Chosen because your settings say so').waitFor()
    await wants(page, 'Just ask one')
    await preview.getByRole('button', { name: /^Answer · 1 seat/u }).waitFor()
    await goTo(page, '/settings/runs')
    await page.getByRole('button', { name: 'Reset Team' }).click()
    await expect.poll(() => config().includes('defaultTeam')).toBe(false)
    await page.context().close()
  })

  test('say what would happen to a call, and apply an added rule', async () => {
    const page = await open('permissions')
    await page.getByLabel('Tool call').fill('bash:git push')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('Asks you').first().waitFor()
    await page.getByLabel('Permission of the new rule').fill('bash')
    await page.getByLabel('Pattern of the new rule').fill('git push*')
    await page.getByRole('combobox', { name: 'Action of the new rule' }).click()
    await page.getByRole('option', { name: 'Deny' }).click()
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await page.getByText('Denied').first().waitFor()
    await page.getByText(/^by the rule .*git push.* from your settings$/u).waitFor()
    await picture(page, 'settings-permissions')
    expect(JSON.parse(config().replace('// mine', '')).permissions).toEqual({ bash: { 'git push*': 'deny' } })
    await page.context().close()
  })

  test('add, test, approve and remove MCP servers', async () => {
    const page = await open('mcp')
    await page.getByLabel('Name', { exact: true }).fill('files')
    const script = resolve('tests/mcp/fixtures/faulty-server.mjs')
    await page.getByLabel('Command or address').fill(`${process.execPath} "${script}" none ${program.home}`)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('list', { name: 'MCP servers' }).getByText('files', { exact: true }).waitFor()
    expect(JSON.parse(config().replace('// mine', '')).mcpServers.files).toEqual({
      command: process.execPath,
      args: [script, 'none', program.home],
    })
    await page.getByRole('button', { name: 'Test files' }).click()
    await page.getByText('These tools are not approved yet').waitFor()
    await picture(page, 'settings-mcp')
    await page.getByRole('button', { name: 'Approve these tools' }).click()
    await page.getByText('You have approved these tools').waitFor()
    await page.getByRole('button', { name: 'Remove files' }).click()
    await page.getByText('No servers yet').waitFor()
    await page.context().close()
  })

  test('change the page’s appearance and keep it', async () => {
    const page = await open('appearance')
    await page.getByRole('radio', { name: 'Dark' }).click()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.getByRole('radio', { name: 'Compact' }).click()
    await page.reload()
    await page.getByRole('radio', { name: 'Compact' }).waitFor()
    expect(await page.evaluate('document.documentElement.dataset.density')).toBe('compact')
    await page.context().close()
  })

  test('set the page’s appearance unless this browser has its own choice', async () => {
    const before = config()
    writeFileSync(join(program.home, 'config.json'), '{ "interface": { "theme": "dark" } }')
    const page = await openPage(browser as Browser, program.link)
    await page.locator('html[data-theme="dark"]').waitFor()
    await goTo(page, '/settings/appearance')
    await page.getByRole('radio', { name: 'Light' }).click()
    await page.reload()
    await page.getByRole('radio', { name: 'Light' }).waitFor()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light')
    writeFileSync(join(program.home, 'config.json'), before)
    await page.context().close()
  })

  test.skipIf(!process.env.CONVENE_PICTURES && leftOut('only with CONVENE_PICTURES'))(
    'are captured as pictures on request',
    async () => {
      for (const width of [1440, 1024, 390])
        for (const colorScheme of ['light', 'dark'] as const)
          for (const section of ['models', 'runs', 'limits', 'permissions', 'mcp', 'appearance']) {
            const page = await open(section, { colorScheme, viewport: { width, height: 900 } })
            await page.getByRole('heading', { level: 2 }).first().waitFor()
            await picture(page, `${section}-${width}-${colorScheme}`)
            await page.context().close()
          }
    },
  )
})
