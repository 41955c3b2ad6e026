import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { accessProblems } from '../check-access.ts'
import { type OpenedPage, openPage } from '../open-page.ts'

/** Opens the link that the server printed, on its start page. */
export async function visit(
  browser: Browser | undefined,
  link: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  if (!browser) throw new Error('no browser runs here')
  const page = await openPage(browser, link, { acceptDownloads: true, ...options })
  onTestFinished(() => page.context().close())
  await page.getByLabel('Goal').waitFor()
  return page
}

/** Takes a screenshot into the folder that `CONVENE_PICTURES` names, if any. */
export async function picture(page: Page, moment: string): Promise<void> {
  const folder = process.env.CONVENE_PICTURES
  if (folder) await page.screenshot({ path: join(folder, `${moment}.png`) })
}

/** Checks that axe finds nothing on this screen. */
export async function look(page: Page, moment: string): Promise<void> {
  await picture(page, moment)
  expect({ moment, problems: await accessProblems(page) }).toEqual({ moment, problems: [] })
}

/** Picks an option of a choice by its visible name. Those of the start page's team are under *Change seats*. */
export async function choose(page: Page, choice: string, option: string | RegExp): Promise<void> {
  await openSeats(page)
  await page.getByRole('combobox', { name: choice, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Opens what the composer's chip folds away: what you get, the seats and the options. */
export async function openDetails(page: Page): Promise<void> {
  const chip = page.locator('[aria-controls="run-details"]')
  if ((await chip.getAttribute('aria-expanded')) === 'false') await chip.click()
  await page.getByRole('radiogroup', { name: 'What you want' }).waitFor()
}

/** Chooses what the run is for, on the start page. */
export async function wants(page: Page, outcome: string): Promise<void> {
  await openDetails(page)
  await page.getByRole('radio', { name: outcome }).click()
}

/** Opens *Change seats* on the start page. */
export async function openSeats(page: Page): Promise<void> {
  if ((await page.locator('[aria-controls="run-details"]').count()) > 0) await openDetails(page)
  const closed = page.getByRole('button', { name: 'Change seats', expanded: false })
  if ((await closed.count()) > 0) await closed.click()
}

/** Starts the run on the start page and waits for its session screen. Returns the id. */
export async function start(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByLabel('Message to the team').waitFor()
  return sessionOf(page)
}

/** The session that the page shows. */
export const sessionOf = (page: Page): string => /#\/session\/([0-9A-Z]+)/u.exec(page.url())?.[1] ?? ''

/** Writes a line to the team and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message to the team').fill(text)
  await page.keyboard.press('Enter')
}
