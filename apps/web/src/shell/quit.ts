import { LEAVING, shellPipe } from '@convene/protocol'

let isQuitting = false

/** Whether the user has already chosen how to quit. */
export const hasSaidGoodbye = (): boolean => isQuitting

/** Quits, and pauses active runs or lets them continue. */
export function quit(pause: boolean): void {
  isQuitting = true
  shellPipe()?.quit?.(pause)
}

/** Quit actions for the palette, if the page has its own window. */
export function waysToQuit(): readonly { readonly label: string; readonly group: string; readonly run: () => void }[] {
  if (!shellPipe()?.quit) return []
  return [
    { label: 'Quit and keep runs going', group: 'Window', run: () => quit(false) },
    { label: 'Quit and pause runs', group: 'Window', run: () => quit(true) },
  ]
}

/** Calls back when the user closes the window while something runs. Returns an unsubscribe function. */
export const onLeaving = (ask: () => void): (() => void) | undefined =>
  shellPipe()?.hear((text) => {
    if (text === LEAVING) ask()
  })
