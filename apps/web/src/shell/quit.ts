import { shellPipe } from '@convene/protocol'

let isQuitting = false

/** Whether the person has said how to leave: they are not asked again. */
export const hasSaidGoodbye = (): boolean => isQuitting

/** Ways to end the program, where the page is in a window of its own. */
export function waysToQuit(): readonly { readonly label: string; readonly group: string; readonly run: () => void }[] {
  const pipe = shellPipe()
  if (!pipe?.quit) return []
  const quit = (pause: boolean) => () => {
    isQuitting = true
    pipe.quit?.(pause)
  }
  return [
    { label: 'Quit: runs go on', group: 'Window', run: quit(false) },
    { label: 'Quit: pause runs', group: 'Window', run: quit(true) },
  ]
}
