const CONTENT = 'content'

/** Marks the part of the window that changes with the address. It can take the focus, so that the focus is never lost. */
export const contentProps = { id: CONTENT, tabIndex: -1 } as const

export const focusContent = (): void => document.getElementById(CONTENT)?.focus({ preventScroll: true })

/** Whether what had the focus is gone. The next Tab would then begin at the top of the page. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** What has the focus now, or the button of the menu that has it: the menu itself is about to close. */
export function focusedNow(): HTMLElement | null {
  const focused = document.activeElement
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const found = button ? document.getElementById(button) : focused
  return found instanceof HTMLElement ? found : null
}

/** Gives the focus back, or to the content if that element is gone. */
export function returnFocus(to: HTMLElement | null): void {
  if (to?.isConnected && to !== document.body) to.focus({ preventScroll: true })
  if (isFocusLost()) focusContent()
}
