import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Where pictures of what a person sees are kept, to be looked at. */
const pictures = process.env.CONVENE_PICTURES

/** Leaves a picture of the page, where pictures are wanted. */
export async function lookThrough(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}
