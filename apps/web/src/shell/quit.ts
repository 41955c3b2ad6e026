import { LEAVING, shellPipe } from '@convene/protocol'

let isQuitting = false

/** Whether the person has said how to leave: they are not asked again. */
export const hasSaidGoodbye = (): boolean => isQuitting

/** Ends the program, with what runs paused or let go on. */
export function quit(pause: boolean): void {
  isQuitting = true
  shellPipe()?.quit?.(pause)
}

/** Ways to end the program, where the page is in a window of its own. */
export function waysToQuit(): readonly { readonly label: string; readonly group: string; readonly run: () => void }[] {
  if (!shellPipe()?.quit) return []
  return [
    { label: 'Quit: runs go on', group: 'Window', run: () => quit(false) },
    { label: 'Quit: pause runs', group: 'Window', run: () => quit(true) },
  ]
}

/** Calls when the person closes the window while something runs, until the returned function is called. */
export const onLeaving = (ask: () => void): (() => void) | undefined =>
  shellPipe()?.hear((text) => {
    if (text === LEAVING) ask()
  })
