import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Where screenshots are stored, for people to look at. */
const pictures = process.env.CONVENE_PICTURES

/** Takes a screenshot of the page, if screenshots are wanted. */
export async function lookThrough(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}
