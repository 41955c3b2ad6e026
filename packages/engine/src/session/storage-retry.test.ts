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

describe('storage that fails', () => {
  test('is tried again for a minute, less and less often', async () => {
    const { failures, state, pass } = failing()
    await pass(70)
    expect(failures).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000])
    expect(state.gaveUpAt).toBe(61_000)
  })

  test('is given up at the same time, however often somebody asks for a retry', async () => {
    const { retry, failures, state, pass } = failing()
    await pass(70, () => retry.wake())
    expect(failures.length).toBeGreaterThan(50)
    expect(state.gaveUpAt).toBe(61_000)
  })

  test('is not tried again once its session has left, and leaves no timer behind', async () => {
    const { clock, retry, failures, state, pass } = failing()
    await pass(2)
    retry.end()
    await turn()
    expect(state.gaveUpAt).toBe(2_000)
    expect(failures).toHaveLength(2)
    expect(clock.pending()).toBe(0)
  })

  test('until another server is updated is tried again for as long as that takes', async () => {
    const { failures, state, pass } = failing('older_server')
    await pass(600)
    expect(failures.length).toBeGreaterThan(50)
    expect(state.gaveUpAt).toBeUndefined()
  })

  test('because a newer version wrote it is not tried again', async () => {
    const { failures, state, pass } = failing('newer_version')
    await pass(1)
    expect(failures).toEqual([])
    expect(state.gaveUpAt).toBe(0)
  })
})
