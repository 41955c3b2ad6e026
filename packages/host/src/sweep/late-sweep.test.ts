import { fakeClock } from '@convene/testkit'
import { expect, test } from 'vitest'
import { lateSweep } from './late-sweep.ts'

function counted() {
  const seen = { starts: 0, stops: 0 }
  const sweep = lateSweep(async () => {
    seen.starts += 1
    return {
      done: Promise.resolve(),
      stop: async () => {
        seen.stops += 1
      },
    }
  })
  return { seen, sweep }
}

test('a sweep begins a second after it was asked for, once, and is ended when asked', async () => {
  const { seen, sweep } = counted()
  const clock = fakeClock()
  sweep.begin(clock)
  sweep.begin(clock)
  expect(seen.starts).toBe(0)
  clock.advance(1_000)
  expect(seen.starts).toBe(1)
  await sweep.stop()
  expect(seen).toEqual({ starts: 1, stops: 1 })
})

test('a program that ends before does not sweep at all', async () => {
  const { seen, sweep } = counted()
  const clock = fakeClock()
  sweep.begin(clock)
  await sweep.stop()
  clock.advance(10_000)
  expect(seen).toEqual({ starts: 0, stops: 0 })
})

test('a sweep that cannot begin is no failure', async () => {
  const clock = fakeClock()
  const sweep = lateSweep(() => Promise.reject(new Error('the disk is gone')))
  sweep.begin(clock)
  clock.advance(1_000)
  await expect(sweep.stop()).resolves.toBeUndefined()
})
