import type { Clock } from '@convene/engine'

/** What a clock is made of; the platform's own unless a test brings another. */
export type TimeSource = {
  readonly now: () => number
  readonly ticks: () => number
  /** Rings once after `ms`, which is never above `longestDelay`; the answer cancels it. */
  readonly delay: (ms: number, ring: () => void) => () => void
}

/** `setTimeout` rings at once for anything longer. */
export const longestDelay = 2 ** 31 - 1

/** Timers stand still while the machine sleeps and wall time does not, so an alarm looks again this often. */
const lookAgain = 10_000

const platform: TimeSource = {
  now: Date.now,
  ticks: () => performance.now(),
  delay: (ms, ring) => {
    const timer = setTimeout(ring, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** The machine's clock. An alarm that passed while the machine slept rings within 10 s of its waking. */
export function systemClock(source: TimeSource = platform): Clock {
  return {
    now: source.now,
    ticks: source.ticks,
    alarm: (at, ring) => waitUntil(source, () => at - source.now(), lookAgain, ring),
    after: (ms, ring) => {
      const due = source.ticks() + ms
      return waitUntil(source, () => due - source.ticks(), longestDelay, ring)
    },
  }
}

function waitUntil(source: TimeSource, remaining: () => number, longest: number, ring: () => void): () => void {
  const look = () => {
    const ms = remaining()
    if (ms <= 0) ring()
    else cancel = source.delay(Math.min(Math.ceil(ms), longest), look)
  }
  // Even when it is due already: a ring before the caller holds its cancel could not be cancelled.
  let cancel = source.delay(Math.min(Math.max(0, Math.ceil(remaining())), longest), look)
  return () => cancel()
}
