import { useEffect, useRef } from 'react'

/** Actions by key: `Mod+k`, `?`, `1`. Keys without a modifier are ignored while the user is typing. */
export type Shortcuts = { readonly [keys: string]: (() => void) | undefined }

/** Listens for keys while the component is mounted. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  current.current = shortcuts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const isPlain = !(event.metaKey || event.ctrlKey || event.altKey)
      if (isPlain && (isWriting(event.target) || isInDialog())) return
      const run = current.current[keysOf(event)]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function keysOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return event.metaKey || event.ctrlKey ? `Mod+${key}` : key
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/u.test(target.tagName) || target.role === 'menuitem')

const isInDialog = (): boolean => document.querySelector('[role="dialog"],[role="menu"],[role="listbox"]') !== null
