import { useEffect, useState } from 'react'

/** The time, told each second while somebody needs it to move. */
export function useNow(moves: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    if (!moves) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [moves])
  return now
}
