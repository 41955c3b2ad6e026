import { useEffect, useRef } from 'react'

/** Actions by key: `Mod+k`, `Shift+a`, `?`, `1`. Keys without Ctrl, Alt or ⌘ are ignored while the user is typing. */
export type Shortcuts = { readonly [keys: string]: (() => void) | undefined }

/** Listens for keys while the component is mounted. `first`: before everything that does not say so. */
export function useShortcuts(shortcuts: Shortcuts, { first = false } = {}): void {
  const current = useRef(shortcuts)
  current.current = shortcuts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const isPlain = !(event.metaKey || event.ctrlKey || event.altKey)
      if (isPlain && (isWriting(event.target) || isInDialog())) return
      const run = actionFor(event, current.current)
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press, { capture: first })
    return () => window.removeEventListener('keydown', press, { capture: first })
  }, [first])
}

/** With Shift, an action for both keys comes first. `?` needs Shift on most keyboards, and is no such action. */
function actionFor(event: KeyboardEvent, shortcuts: Shortcuts): (() => void) | undefined {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.metaKey || event.ctrlKey) return shortcuts[`Mod+${key}`]
  return (event.shiftKey && shortcuts[`Shift+${key}`]) || shortcuts[key]
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/u.test(target.tagName) || target.role === 'menuitem')

const isInDialog = (): boolean => document.querySelector('[role="dialog"],[role="menu"],[role="listbox"]') !== null
