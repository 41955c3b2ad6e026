/**
 * Wall time for waits (`now`, `alarm`), monotonic time for work limits (`ticks`, `after`). Alarms and timers do not
 * keep the process alive, and a time more than 2^31 ms away does not fire immediately.
 */
export interface Clock {
  now(): number
  alarm(at: number, ring: () => void): () => void
  ticks(): number
  after(ms: number, ring: () => void): () => void
}
