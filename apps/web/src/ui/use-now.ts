import { useEffect, useState } from 'react'

/** Often enough to keep "2 minutes ago" correct. */
export const EACH_MINUTE = 20_000

/** The current time, updated every `everyMs` while `moves` is true. */
export function useNow(moves: boolean, everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    if (!moves) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [moves, everyMs])
  return now
}
