import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Served } from '../../apps/server/src/server.fixture.ts'
import { openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'

const browser = await startBrowser()
let program: Served

beforeAll(async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'convene-at-home-')))
  program = await realProgram({}, { home, environment: { HOME: join(home, 'workspace') } })
})
afterAll(async () => {
  await program.remove()
})

test.skipIf(!browser)(
  'the page opens in the home folder, says that agents cannot work there, and lets you choose another',
  async () => {
    const page = await openPage(browser as Browser, program.link)
    onTestFinished(() => page.context().close())
    await page.getByText('is your home folder, so agents cannot use files or run commands here.').waitFor()
    await page.getByRole('button', { name: 'Choose a folder' }).click()
    await page.getByRole('dialog').waitFor()
    expect(page.complaints).toEqual([])
  },
)
