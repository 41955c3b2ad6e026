import type { Clock } from '../ports/clock.ts'

/** If wall clock and monotonic clock differ by more than this, the machine slept or the clock was set. */
const JUMP_MS = 5_000

/** Detects that the wall clock moved without the monotonic one. Each call covers the time since the last one. */
export function clockJumps(clock: Clock): () => number | undefined {
  let last = { now: clock.now(), ticks: clock.ticks() }
  return () => {
    const [now, ticks] = [clock.now(), clock.ticks()]
    const ms = Math.round(now - last.now - (ticks - last.ticks))
    last = { now, ticks }
    return Math.abs(ms) > JUMP_MS ? ms : undefined
  }
}
