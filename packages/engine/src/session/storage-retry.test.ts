import { fakeClock } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { StorageFailure } from '../ports/event-log.ts'
import { StorageRetry } from './storage-retry.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function failing(code = 'disk_full') {
  const clock = fakeClock()
  const failures: number[] = []
  const retry = new StorageRetry(clock, () => failures.push(clock.ticks()))
  const work = async () => Promise.reject(new StorageFailure(code, 'full'))
  const state = { gaveUpAt: undefined as number | undefined }
  void retry.insist(work).catch(() => {
    state.gaveUpAt = clock.ticks()
  })
  const pass = async (seconds: number, each = () => {}) => {
    await turn()
    for (let second = 0; second < seconds; second++) {
      clock.advance(1_000)
      each()
      await turn()
    }
  }
  return { clock, retry, failures, state, pass }
}

describe('failing storage', () => {
  test('is retried for a minute, less and less often', async () => {
    const { failures, state, pass } = failing()
    await pass(70)
    expect(failures).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000])
    expect(state.gaveUpAt).toBe(61_000)
  })

  test('is given up on after the same time, however often a retry is requested', async () => {
    const { retry, failures, state, pass } = failing()
    await pass(70, () => retry.wake())
    expect(failures.length).toBeGreaterThan(50)
    expect(state.gaveUpAt).toBe(61_000)
  })

  test('is not retried once its session has left, and leaves no timer behind', async () => {
    const { clock, retry, failures, state, pass } = failing()
    await pass(2)
    retry.end()
    await turn()
    expect(state.gaveUpAt).toBe(2_000)
    expect(failures).toHaveLength(2)
    expect(clock.pending()).toBe(0)
  })

  test('is retried for as long as an update of other servers takes', async () => {
    const { failures, state, pass } = failing('older_server')
    await pass(600)
    expect(failures.length).toBeGreaterThan(50)
    expect(state.gaveUpAt).toBeUndefined()
  })

  test('is not retried if a newer version wrote to it', async () => {
    const { failures, state, pass } = failing('newer_version')
    await pass(1)
    expect(failures).toEqual([])
    expect(state.gaveUpAt).toBe(0)
  })
})
