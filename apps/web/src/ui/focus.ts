const CONTENT = 'content'

/** For the part of the window that changes with the route. It is focusable, so the focus is never lost. */
export const contentProps = { id: CONTENT, tabIndex: -1 } as const

export const focusContent = (): void => document.getElementById(CONTENT)?.focus({ preventScroll: true })

/** Whether the focused element is gone. The next Tab would then start at the top of the page. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** The focused element. Inside a menu, the menu's button, because the menu is about to close. */
export function focusedNow(): HTMLElement | null {
  const focused = document.activeElement
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const found = button ? document.getElementById(button) : focused
  return found instanceof HTMLElement ? found : null
}

/** Returns the focus to the element, or to the content if the element is gone. */
export function returnFocus(to: HTMLElement | null): void {
  if (to?.isConnected && to !== document.body) to.focus({ preventScroll: true })
  if (isFocusLost()) focusContent()
}
