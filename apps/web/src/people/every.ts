import { useEffect, useRef } from 'react'

type Often = { readonly ms: number; readonly isOnlyInView: boolean }

/** Runs at once, every `ms` milliseconds, and when the page comes into view. With a `null` key, never. */
export function useEvery({ ms, isOnlyInView }: Often, key: string | null, run: () => Promise<void>): void {
  const current = useRef(run)
  current.current = run
  useEffect(() => {
    if (key === null) return
    const tick = () => {
      if (!(isOnlyInView && document.hidden)) void current.current()
    }
    tick()
    const timer = setInterval(tick, ms)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [ms, isOnlyInView, key])
}
