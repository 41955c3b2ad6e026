import { describe, expect, test } from 'vitest'
import { longestDelay, systemClock, type TimeSource } from './system-clock.ts'

const day = 24 * 60 * 60_000

/** A machine whose wall time, ticks and timers move only on command. `sleep` moves only wall time. */
function machine(start = 1_000_000) {
  let wall = start
  let ticks = 0
  let pending: { due: number; ring: () => void }[] = []
  const delays: number[] = []
  const source: TimeSource = {
    now: () => wall,
    ticks: () => ticks,
    delay: (ms, ring) => {
      delays.push(ms)
      const timer = { due: ticks + ms, ring }
      pending.push(timer)
      return () => {
        pending = pending.filter((other) => other !== timer)
      }
    },
  }
  const pass = (ms: number) => {
    const end = ticks + ms
    for (;;) {
      const next = pending.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0]
      if (!next) break
      pending = pending.filter((timer) => timer !== next)
      wall += next.due - ticks
      ticks = next.due
      next.ring()
    }
    wall += end - ticks
    ticks = end
  }
  return {
    source,
    delays,
    pass,
    set: (to: number) => {
      wall = to
    },
    sleep: (ms: number) => {
      wall += ms
    },
    pending: () => pending.length,
  }
}

function bell() {
  let rings = 0
  return { ring: () => void rings++, rings: () => rings }
}

describe('an alarm', () => {
  test('rings once, at its time and not before', () => {
    const host = machine()
    const { ring, rings } = bell()
    systemClock(host.source).alarm(host.source.now() + 25_000, ring)
    host.pass(24_999)
    expect(rings()).toBe(0)
    host.pass(1)
    expect(rings()).toBe(1)
    host.pass(day)
    expect(rings()).toBe(1)
  })

  test('that is already due rings, but only after it was set', () => {
    const host = machine()
    const { ring, rings } = bell()
    systemClock(host.source).alarm(host.source.now() - 1, ring)
    expect(rings()).toBe(0)
    host.pass(0)
    expect(rings()).toBe(1)
  })

  test('more than 2^31 ms away does not ring at once', () => {
    const host = machine()
    const { ring, rings } = bell()
    systemClock(host.source).alarm(host.source.now() + 60 * day, ring)
    host.pass(59 * day)
    expect(rings()).toBe(0)
    host.pass(day)
    expect(rings()).toBe(1)
    expect(host.delays.filter((ms) => ms > longestDelay)).toEqual([])
  })

  test('that passed while the machine slept rings within 10 s of waking', () => {
    const host = machine()
    const { ring, rings } = bell()
    systemClock(host.source).alarm(host.source.now() + 8 * 3_600_000, ring)
    host.pass(60_000)
    host.sleep(9 * 3_600_000)
    host.pass(10_000)
    expect(rings()).toBe(1)
  })

  test('waits longer when the clock is set back', () => {
    const host = machine()
    const { ring, rings } = bell()
    const at = host.source.now() + 5_000
    systemClock(host.source).alarm(at, ring)
    host.set(at - 3_600_000)
    host.pass(3_599_999)
    expect(rings()).toBe(0)
    host.pass(1)
    expect(rings()).toBe(1)
  })

  test('never rings once cancelled, even after it has rescheduled itself', () => {
    const host = machine()
    const { ring, rings } = bell()
    const cancel = systemClock(host.source).alarm(host.source.now() + day, ring)
    host.pass(45_000)
    cancel()
    host.pass(2 * day)
    expect(rings()).toBe(0)
    expect(host.pending()).toBe(0)
  })
})

describe('a timer', () => {
  test('measures work: sleep and clock changes do not count', () => {
    const host = machine()
    const { ring, rings } = bell()
    systemClock(host.source).after(120_000, ring)
    host.sleep(8 * 3_600_000)
    host.pass(119_999)
    expect(rings()).toBe(0)
    host.pass(1)
    expect(rings()).toBe(1)
  })

  test('longer than 2^31 ms is chained', () => {
    const host = machine()
    const { ring, rings } = bell()
    systemClock(host.source).after(40 * day, ring)
    host.pass(40 * day - 1)
    expect(rings()).toBe(0)
    host.pass(1)
    expect(rings()).toBe(1)
    expect(host.delays).toHaveLength(2)
  })
})

describe('on the platform', () => {
  test('alarms and timers ring, and neither keeps the process alive', async () => {
    const clock = systemClock()
    const keepAlive = setInterval(() => {}, 1_000)
    await new Promise<void>((ring) => clock.alarm(clock.now() + 5, ring))
    await new Promise<void>((ring) => clock.after(5, ring))
    clearInterval(keepAlive)
    const before = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
    clock.alarm(clock.now() + day, () => {})
    clock.after(day, () => {})
    expect(process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout')).toHaveLength(before)
  })

  test('ticks never go back', () => {
    const clock = systemClock()
    const readings = Array.from({ length: 1_000 }, () => clock.ticks())
    expect(readings).toEqual(readings.toSorted((a, b) => a - b))
  })
})
