import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

/** Synchronous, because the browser lays out the printout as soon as the event's handlers return. */
function change(next: boolean): void {
  isPrinting = next
  flushSync(() => {
    for (const listener of listeners) listener()
  })
}

addEventListener('beforeprint', () => change(true))
addEventListener('afterprint', () => change(false))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the page is being printed. Collapsed parts have to open, because nobody can open them on paper. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
