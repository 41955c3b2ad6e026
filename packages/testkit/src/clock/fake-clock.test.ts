import { describe, expect, test } from 'vitest'
import { fakeClock } from './fake-clock.ts'

describe('fakeClock', () => {
  test('rings alarms and timers in order, each at its own time', () => {
    const clock = fakeClock(1_000)
    const rung: string[] = []
    clock.after(30, () => rung.push(`timer at ${clock.ticks()}`))
    clock.alarm(1_010, () => rung.push(`alarm at ${clock.now()}`))
    clock.after(10, () => rung.push(`second at ${clock.ticks()}`))
    clock.advance(29)
    expect(rung).toEqual(['alarm at 1010', 'second at 10'])
    clock.advance(1)
    expect(rung).toEqual(['alarm at 1010', 'second at 10', 'timer at 30'])
    expect([clock.now(), clock.ticks()]).toEqual([1_030, 30])
  })

  test('rings a timer set by another one if it is due within the same advance', () => {
    const clock = fakeClock(0)
    const rung: number[] = []
    const again = () => {
      rung.push(clock.ticks())
      clock.after(10, again)
    }
    clock.after(10, again)
    clock.advance(35)
    expect(rung).toEqual([10, 20, 30])
    expect(clock.untilNext()).toBe(5)
  })

  test('does not ring a cancelled one, nor ring twice', () => {
    const clock = fakeClock(0)
    let rung = 0
    const cancel = clock.alarm(5, () => rung++)
    clock.alarm(6, () => rung++)
    cancel()
    clock.advance(10)
    clock.advance(10)
    expect([rung, clock.pending(), clock.untilNext()]).toEqual([1, 0, null])
  })

  test('rings an alarm in the past only when time moves', () => {
    const clock = fakeClock(1_000)
    let rung = false
    clock.alarm(10, () => {
      rung = true
    })
    expect(rung).toBe(false)
    clock.advance(0)
    expect(rung).toBe(true)
  })

  test('a jump of the wall clock rings alarms and leaves work timers alone', () => {
    const clock = fakeClock(0)
    const rung: string[] = []
    clock.alarm(3_600_000, () => rung.push('alarm'))
    clock.after(1_000, () => rung.push('timer'))
    clock.jump(7_200_000)
    expect(rung).toEqual(['alarm'])
    clock.jump(-86_400_000)
    clock.advance(1_000)
    expect(rung).toEqual(['alarm', 'timer'])
  })

  test('after a sleep everything due rings at wake-up time', () => {
    const clock = fakeClock(0)
    const rung: string[] = []
    clock.alarm(1_000, () => rung.push(`alarm at ${clock.now()}`))
    clock.after(1_000, () => rung.push(`timer at ${clock.ticks()}`))
    clock.sleep(8_000)
    expect(rung).toEqual(['alarm at 8000'])
    clock.sleep(8_000, true)
    expect(rung).toEqual(['alarm at 8000', 'timer at 8000'])
  })
})
