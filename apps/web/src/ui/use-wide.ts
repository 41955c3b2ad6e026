import { useSyncExternalStore } from 'react'

/** Whether the window is at least this wide, in pixels. */
export function useWide(pixels: number): boolean {
  const query = `(min-width: ${pixels}px)`
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** The two layout breakpoints. Must match `tokens.css`. */
export const TABLET = 760
export const LAPTOP = 1_180
