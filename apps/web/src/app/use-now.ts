import { useEffect, useState } from 'react'

/** Often enough that "2 minutes ago" stays true. */
export const EACH_MINUTE = 20_000

/** The time, told each second, or as seldom as is said, while somebody needs it to move. */
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
