import { createContext, useContext, useEffect, useState } from 'react'

/** Often enough to keep "2 minutes ago" correct. */
export const EACH_MINUTE = 20_000

/** The clock for this part of the page: the machine's, or a recording's. */
export const ClockContext = createContext<() => number>(() => Date.now())

/** In a recording, the player's time at which a message was said: the only clock there. Null outside of one. */
export const PlaceInRecording = createContext<((message: string | null) => string) | null>(null)

/** The current time, updated every `everyMs` while `moves` is true. */
export function useNow(moves: boolean, everyMs = 1_000): number {
  const clock = useContext(ClockContext)
  const [now, setNow] = useState(clock)
  useEffect(() => {
    setNow(clock())
    if (!moves) return
    const timer = setInterval(() => setNow(clock()), everyMs)
    return () => clearInterval(timer)
  }, [clock, moves, everyMs])
  return now
}
