import type { Locator, Page } from 'playwright-core'
import { PATIENCE_MS } from '../process/patience.ts'

/** How long one attempt takes at most. `retry` makes as many as the test's patience allows. */
export const attempt = { timeout: 15_000 }

/** The editor's chat as a user sees it. */
export type Chat = {
  /** Types into the chat and sends it. */
  say(text: string): Promise<void>
  /** Presses a button in the answer. */
  press(name: string): Promise<void>
  /** Waits until this is shown. */
  shows(text: string | RegExp): Promise<void>
  /** Waits until no answer is being written. Before that, the editor only queues what is sent. */
  isIdle(): Promise<void>
}

/** Opens the chat, and waits until the editor has a model for it. */
export async function openChat(page: Page, model: string): Promise<Chat> {
  await page.locator('.monaco-workbench').waitFor()
  await retry(async () => {
    await page.keyboard.press('Control+Alt+i')
    await page.locator('.interactive-input-editor').first().waitFor(attempt)
  })
  await page.getByText(model).first().waitFor()
  const answers = page.locator('.interactive-session')
  return {
    say: async (text) => {
      await retry(async () => {
        // The editor shows a hover for whatever is under the pointer, which may cover the field.
        await page.mouse.move(0, 0)
        await page.locator('.interactive-input-editor').first().click(attempt)
      })
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text, { delay: 10 })
      // The list of participants and commands would swallow the key that sends.
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
    },
    press: (name) => {
      const link = page.getByRole('link', { name, exact: true })
      return page.getByRole('button', { name, exact: true }).or(link).last().click()
    },
    isIdle: () => page.locator('.interactive-session .codicon-stop-circle').first().waitFor({ state: 'hidden' }),
    shows: (text) => answers.getByText(text).last().waitFor(),
  }
}

/** Runs a command of the palette. */
export async function runCommand(page: Page, name: string): Promise<void> {
  const field = page.locator('.quick-input-widget .quick-input-box input')
  await retry(async () => {
    await page.keyboard.press('F1')
    await field.fill(`>${name}`, attempt)
    // The palette closes when it loses the focus, which the editor causes on its own while it starts.
    await page.locator('.quick-input-list-row').getByText(name).first().click(attempt)
  })
}

/** The web interface in its panel: a page inside a page inside the editor. */
export const insidePanel = (page: Page): Locator =>
  page.frameLocator('iframe.webview.ready').first().frameLocator('iframe#active-frame').locator('body')

/** The workbench accepts keys only a moment after it is shown, and may close what was just opened. */
export async function retry(tried: () => Promise<void>): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await tried()
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}
