import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { buildPage } from '../../scripts/web.mjs'
import { PATIENCE_MS } from '../process/patience.ts'
import { leftOut } from '../runner/skip-reasons.ts'
import { testChromium } from '../web/chromium.ts'
import { sharedBrowser } from '../web/shared-browser.ts'

let started: Promise<Browser | undefined> | undefined

/**
 * The browser that all test files share, for the current page, or undefined if none runs. Pages that a file leaves open
 * are closed after its last test.
 */
export async function startBrowser(): Promise<Browser | undefined> {
  if ((await started)?.isConnected() !== true) started = launch()
  const browser = await started
  if (browser === undefined && process.env.VITEST) leftOut('no Chromium runs here')
  // The script that takes the guide's screenshots runs outside a test.
  if (process.env.VITEST)
    afterAll(async () => {
      await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
    })
  return browser
}

async function launch(): Promise<Browser | undefined> {
  if ((await testChromium()) === undefined) return undefined
  await buildPage()
  return sharedBrowser()
}

export type OpenedPage = Page & {
  /** Errors the page reported. */
  readonly complaints: string[]
}

/** A new page, 1440 pixels wide and without animations, for reproducible screenshots and checks. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    const isOfNetwork = message.text().includes('Failed to load resource') || message.text().includes('net::')
    if (message.type() === 'error' && !isOfNetwork) complaints.push(message.text())
  })
  // A page that breaks after a test's last check would otherwise fail it only some of the time.
  if (process.env.VITEST) onTestFinished(() => expect(complaints).toEqual([]))
  await page.goto(url)
  return Object.assign(page, { complaints })
}

/**
 * Navigates inside the page, and returns once the page has left the old place: both may contain what a test waits for
 * next.
 */
export const goTo = (page: Page, place: string): Promise<unknown> =>
  page.evaluate(`new Promise((done) => {
    if (location.hash === '#${place}') return done()
    addEventListener('hashchange', () => done(), { once: true })
    location.hash = '#${place}'
  })`)
