import type { Clock } from '@convene/engine'

/** Where a clock gets its time: the platform, unless a test provides another source. */
export type TimeSource = {
  readonly now: () => number
  readonly ticks: () => number
  /** Rings once after `ms`, which never exceeds `longestDelay`. Returns the cancel function. */
  readonly delay: (ms: number, ring: () => void) => () => void
}

/** `setTimeout` fires at once for anything longer. */
export const longestDelay = 2 ** 31 - 1

/** Timers pause while the machine sleeps and wall time does not, so an alarm checks again this often. */
const lookAgain = 10_000

const platform: TimeSource = {
  now: Date.now,
  ticks: () => performance.now(),
  delay: (ms, ring) => {
    const timer = setTimeout(ring, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** The machine's clock. An alarm that passed while the machine slept rings within 10 s of waking. */
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
  // Even if it is already due: a ring before the caller holds the cancel function could not be cancelled.
  let cancel = source.delay(Math.min(Math.max(0, Math.ceil(remaining())), longest), look)
  return () => cancel()
}
