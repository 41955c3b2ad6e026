import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@convene/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { buildSite } from '../../scripts/site/main.mjs'
import { openPage, startBrowser } from '../web-page/open-page.ts'

const browser = await startBrowser()
const folder = temporaryFolder()
afterAll(() => folder[Symbol.dispose]())
await buildSite(folder.path)

/** A page of the site, opened from disk and without a network. */
async function open(file: string, colorScheme: 'light' | 'dark' = 'light') {
  const page = await openPage(browser as Browser, pathToFileURL(folder.file(file)).href, { offline: true, colorScheme })
  onTestFinished(() => page.context().close())
  return page
}

test.skipIf(!browser)('a reader finds how to report a security problem, with the keyboard alone', async () => {
  const page = await open('index.html')
  await page.keyboard.press('/')
  await page.keyboard.type('security problem')
  const results = page.getByRole('region', { name: 'Search results' })
  await results.getByRole('link', { name: 'Security · Report a problem' }).waitFor()
  const marked = await results.locator('mark').allTextContents()
  expect(marked.map((text) => text.toLowerCase()).filter((text) => !['security', 'problem'].includes(text))).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('Please do not open a public issue.').waitFor()
})

test.skipIf(!browser)('a search without a result says so', async () => {
  const page = await open('index.html')
  await page.getByRole('searchbox').fill('xylophone')
  await page.getByText('Nothing found.').waitFor()
})

test.skipIf(!browser).each(['light', 'dark'] as const)(
  'on a %s system, the button switches to the other theme',
  async (own) => {
    const page = await open('index.html', own)
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const before = await background()
    await page.getByRole('button', { name: 'Light or dark' }).click()
    expect(await background()).not.toBe(before)
    await page.reload()
    expect(await background()).not.toBe(before)
  },
)

test.skipIf(!browser)('an example is played on its page', async () => {
  const page = await open('watch-decision.html')
  const replay = page.frameLocator('iframe')
  await replay.getByText('How it went').click()
  await replay.locator('#story').getByRole('button', { name: 'Play' }).click()
  await replay.getByRole('button', { name: 'Pause' }).waitFor()
})

test.skipIf(!browser)("an example follows the reader's choice of the dark theme, and still plays", async () => {
  const page = await open('watch-decision.html')
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await page.reload()
  const replay = page.frameLocator('iframe')
  await replay.getByText('How it went').click()
  await replay.locator('#story').getByRole('button', { name: 'Play' }).click()
  await replay.getByRole('button', { name: 'Pause' }).waitFor()
  const scheme = await page.frames()[1]?.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')
  expect(scheme).toBe('dark')
})

test.skipIf(!browser)('a program in the examples is one click away from its description', async () => {
  const page = await open('library.html')
  await page.getByRole('link', { name: 'panel.ts' }).click()
  await page.getByRole('heading', { name: 'examples/panel.ts' }).waitFor()
})
