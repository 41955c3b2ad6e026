import type { Browser } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'

const browser = await startBrowser()

async function opened(settings: object) {
  let asked = 0
  const newer = async () => {
    asked += 1
    return { found: '9.9.9 is out. This is 1.2.3.', way: 'To update: convene update' }
  }
  const program = await realProgram({}, { newer, files: { 'config.json': JSON.stringify(settings) } })
  onTestFinished(() => program.remove())
  const page = await openPage(browser as Browser, program.link)
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  return { program, page, asked: () => asked }
}

test.runIf(browser)('a newer version is one line below the sessions, with how to update', async () => {
  const { page } = await opened({ updates: true })
  const note = page.getByRole('note').filter({ hasText: '9.9.9' })
  await expect.poll(() => note.innerText()).toBe('9.9.9 is out. This is 1.2.3. To update: convene update')
})

test.runIf(browser)('nobody is asked about newer versions unless the user has set it', async () => {
  const { program, page, asked } = await opened({})
  expect(await program.client.newerVersion()).toEqual({ ok: true, value: { newer: null } })
  expect([asked(), await page.getByText('9.9.9').count()]).toEqual([0, 0])
})

test.runIf(browser)('the user lets Convene ask about newer versions with a switch in the settings', async () => {
  const { program, page, asked } = await opened({})
  await goTo(page, '/settings/updates')
  await page.getByLabel('Newer versions').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect(asked()).toBe(0)
  expect(await program.client.newerVersion()).toMatchObject({ value: { newer: { way: 'To update: convene update' } } })
})
