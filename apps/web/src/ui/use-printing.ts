import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

/** Synchronous: the browser lays out the paper as soon as the event's handlers return. */
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

/** Whether the page is being printed. Nothing can be unfolded on paper. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
