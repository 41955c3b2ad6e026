import type { Clock } from '@convene/engine'

/** A clock that moves only on command. */
export interface FakeClock extends Clock {
  /** Time passes as for a running process: alarms and timers ring in order, each at its own time. */
  advance(ms: number): void
  /** The wall clock is set, forwards or back. Alarms that are due ring, work timers are unaffected. */
  jump(ms: number): void
  /** The machine sleeps: nothing rings until it wakes. On some platforms monotonic time continues (`ticking`). */
  sleep(ms: number, ticking?: boolean): void
  /** Milliseconds of running time until the next ring, or null if nothing is set. */
  untilNext(): number | null
  /** How many alarms and timers are set. */
  pending(): number
}

type Bell = { readonly due: number; readonly kind: 'wall' | 'monotonic'; readonly ring: () => void }

/** `start` is the wall time; monotonic time begins at 0. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  const bells = new Set<Bell>()
  let wall = start
  let monotonic = 0

  const set = (bell: Bell): (() => void) => {
    bells.add(bell)
    return () => bells.delete(bell)
  }
  const wait = (bell: Bell): number => Math.max(0, bell.due - (bell.kind === 'wall' ? wall : monotonic))
  const next = () => soonestOf(bells, wait)
  const move = (ms: number) => {
    wall += ms
    monotonic += ms
  }
  const advance = (ms: number) => {
    let left = ms
    for (let bell = next(); bell && wait(bell) <= left; bell = next()) {
      const step = wait(bell)
      move(step)
      left -= step
      bells.delete(bell)
      bell.ring()
    }
    move(left)
  }

  const shift = (ms: number, ticking: boolean) => {
    wall += ms
    if (ticking) monotonic += ms
    advance(0)
  }

  return {
    now: () => wall,
    ticks: () => monotonic,
    alarm: (at, ring) => set({ due: at, kind: 'wall', ring }),
    after: (ms, ring) => set({ due: monotonic + ms, kind: 'monotonic', ring }),
    advance,
    jump: (ms) => shift(ms, false),
    sleep: (ms, ticking = false) => shift(ms, ticking),
    untilNext() {
      const bell = next()
      return bell ? wait(bell) : null
    },
    pending: () => bells.size,
  }
}

/** Among those due at the same time, the one that was set first. */
function soonestOf(bells: Iterable<Bell>, wait: (bell: Bell) => number): Bell | undefined {
  let soonest: Bell | undefined
  for (const bell of bells) if (!soonest || wait(bell) < wait(soonest)) soonest = bell
  return soonest
}
