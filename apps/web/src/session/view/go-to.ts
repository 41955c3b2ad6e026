import { useCallback, useEffect, useRef } from 'react'
import { create, useStore } from 'zustand'
import { useSessionStore } from './use-session.ts'

const useTarget = create<{ readonly session: string; readonly key: string; readonly count: number }>(() => ({
  session: '',
  key: '',
  count: 0,
}))

/** Scrolls to a message, wherever it is shown, and highlights it briefly. */
export function useGoToMessage(): (id: string) => void {
  const store = useSessionStore()
  return useCallback(
    (id) => {
      const { view } = store.getState()
      const key = view.order.find((each) => {
        const entry = view.entries.get(each)
        return entry?.kind === 'said' && entry.id === id
      })
      if (key) useTarget.setState(({ count }) => ({ session: store.id, key, count: count + 1 }))
    },
    [store],
  )
}

/** Goes once to the message named in the link, as soon as the log has been read. */
export function useArrival(message: string | undefined, go: (message: string) => void): void {
  const arrived = useRef<string>(undefined)
  const current = useRef(go)
  current.current = go
  const isRead = useStore(useSessionStore(), ({ caughtUp }) => caughtUp)
  useEffect(() => {
    if (!message || !isRead || arrived.current === message) return
    const frame = requestAnimationFrame(() => {
      arrived.current = message
      current.current(message)
    })
    return () => cancelAnimationFrame(frame)
  }, [message, isRead])
}

/** Listens for such requests. `bring` returns whether the entry is in this list. */
export function useGoTo(bring: (key: string) => boolean): void {
  const store = useSessionStore()
  const { session, key, count } = useTarget()
  const done = useRef(count)
  const current = useRef(bring)
  current.current = bring
  useEffect(() => {
    if (session !== store.id || done.current === count) return
    done.current = count
    if (current.current(key)) requestAnimationFrame(() => mark(store.getState().view.entries.get(key)))
  }, [session, key, count, store])
}

function mark(entry: { readonly kind: string; readonly id?: string | null } | undefined): void {
  const element = entry?.id ? document.querySelector(`[data-message="${CSS.escape(entry.id)}"]`) : null
  const isMarked = { background: 'var(--accent-soft)', boxShadow: '0 0 0 8px var(--accent-soft)', borderRadius: '1px' }
  const isPlain = { background: 'transparent', boxShadow: '0 0 0 8px transparent', borderRadius: '1px' }
  element?.animate([isMarked, isPlain], { duration: 1_600 })
  element?.scrollIntoView({ block: 'nearest' })
}
