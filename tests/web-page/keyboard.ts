import type { Page } from 'playwright-core'

const MOST_STOPS = 60

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    const here = await focusedName(page)
    if (typeof name === 'string' ? here === name : name.test(here)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(name)} is not reached with Tab`)
}

export const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

/** Waits until nothing has been added or removed for ten frames. An element that is replaced loses the focus. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((done) => {
    let frames = 0
    const changes = new MutationObserver(() => { frames = 0 })
    changes.observe(document.body, { childList: true, subtree: true })
    const next = () => {
      frames += 1
      if (frames < 10) return requestAnimationFrame(next)
      changes.disconnect()
      done()
    }
    requestAnimationFrame(next)
  })`)

/** The focused element's name, without its shortcut. Empty if nothing has the focus. */
export const focusedName = (page: Page): Promise<string> => page.evaluate(focused)

const focused = `(() => {
  const { activeElement: element, body } = document
  if (element === body) return ''
  const copy = element?.cloneNode(true)
  copy?.querySelectorAll?.('kbd').forEach((key) => key.remove())
  return (element?.getAttribute('aria-label') ?? copy?.textContent ?? '').trim()
})()`

/** Whether the focused element shows its focus, or for a field its frame. */
export const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(
    `getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement.closest('[class*="focus-within:"]') !== null`,
  )

/** Opens the focused select and picks the option with this prefix. */
export async function pick(page: Page, option: string): Promise<void> {
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: option }).first().waitFor()
  await page.keyboard.type(option)
  await page.locator('[role=option][data-highlighted]', { hasText: option }).waitFor()
  await page.keyboard.press('Enter')
}

/** Runs a command of the palette by its name. */
export async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search commands').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}
