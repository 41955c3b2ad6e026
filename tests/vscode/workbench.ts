import type { Locator, Page } from 'playwright-core'
import { runCommand } from './chat.ts'

/** The extension's views as a user sees them. */
export type Views = {
  row(text: string): Locator
  /** Presses a row's button, which is only there while the mouse is over it. */
  tell(row: string, button: string): Promise<void>
}

const iconIn = (page: Page): Locator =>
  page.locator('.activitybar .action-item').filter({ has: page.locator('[aria-label^="Convene"]') })

/** Brings the extension's views to the front. */
export async function openViews(page: Page): Promise<Views> {
  const isOpen = await page.locator('.sidebar').getByText('Needs you', { exact: true }).isVisible()
  if (!isOpen) await iconIn(page).click()
  const row = (text: string) => page.locator('.sidebar .pane-body .monaco-list-row').filter({ hasText: text }).first()
  return {
    row,
    tell: async (text, button) => {
      await row(text).hover()
      await row(text).getByRole('button', { name: button, exact: true }).click()
    },
  }
}

/** Waits until the view's icon shows this number, or none. */
export async function numberOnIcon(page: Page, number: string | undefined): Promise<void> {
  const shown = iconIn(page).locator('.badge-content')
  if (number === undefined) await shown.first().waitFor({ state: 'hidden' })
  else await shown.getByText(number, { exact: true }).waitFor()
}

/** Opens the notifications: with the test driver on, the editor does not show them by itself. */
export const openNotices = (page: Page): Promise<void> => runCommand(page, 'Notifications: Show Notifications')

/** Follows a link as if the system had handed it to the editor, and confirms. */
export async function openLink(page: Page, link: string): Promise<void> {
  await runCommand(page, 'Open URL')
  await page.getByText('URL to open').waitFor()
  await page.keyboard.type(link)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Open', exact: true }).last().click()
}

/** Gives the extension a key through its command, like a user. */
export async function giveKey(page: Page, provider: string, key: string): Promise<void> {
  await runCommand(page, 'Convene: Set Provider Key…')
  const asking = page.locator('.quick-input-widget')
  await asking.getByText('Select a provider').waitFor()
  // By keyboard: a row may move under the mouse while the list is laid out.
  await page.keyboard.type(provider)
  await asking.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: provider }).waitFor()
  await page.keyboard.press('Enter')
  await asking.getByText(`API key for ${provider}`).waitFor()
  // Into the field itself: a part of the editor that loads late may take the focus.
  const field = asking.locator('.quick-input-box input')
  await field.fill(key)
  await field.press('Enter')
  await asking.waitFor({ state: 'hidden' })
}
