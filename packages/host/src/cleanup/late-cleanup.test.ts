import { fakeClock } from '@convene/testkit'
import { expect, test } from 'vitest'
import { lateCleanup } from './late-cleanup.ts'

function counted() {
  const seen = { starts: 0, stops: 0 }
  const cleanup = lateCleanup(async () => {
    seen.starts += 1
    return {
      done: Promise.resolve(),
      stop: async () => {
        seen.stops += 1
      },
    }
  })
  return { seen, cleanup }
}

test('a cleanup starts once, a second after it was requested, and ends when stopped', async () => {
  const { seen, cleanup } = counted()
  const clock = fakeClock()
  cleanup.begin(clock)
  cleanup.begin(clock)
  expect(seen.starts).toBe(0)
  clock.advance(1_000)
  expect(seen.starts).toBe(1)
  await cleanup.stop()
  expect(seen).toEqual({ starts: 1, stops: 1 })
})

test('a program that ends earlier does not clean up at all', async () => {
  const { seen, cleanup } = counted()
  const clock = fakeClock()
  cleanup.begin(clock)
  await cleanup.stop()
  clock.advance(10_000)
  expect(seen).toEqual({ starts: 0, stops: 0 })
})

test('a cleanup that cannot start is not an error', async () => {
  const clock = fakeClock()
  const cleanup = lateCleanup(() => Promise.reject(new Error('the disk is gone')))
  cleanup.begin(clock)
  clock.advance(1_000)
  await expect(cleanup.stop()).resolves.toBeUndefined()
})
