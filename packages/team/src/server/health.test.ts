import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { mountHealth } from './health.ts'

afterEach(() => void vi.useRealTimers())

test('the database is queried at most once a second, however many probes ask', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const app = new Hono()
  const answers = vi.fn(async () => {})
  const readiness = { isStopping: false }
  mountHealth(app, { team: async () => ({ answers }) } as never, readiness)
  const ready = async () => (await app.request('/readyz')).text()
  expect(new Set(await Promise.all(Array.from({ length: 50 }, ready)))).toEqual(new Set(['ready\n']))
  await ready()
  expect(answers).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_001)
  answers.mockRejectedValueOnce(new Error('gone'))
  expect(await ready()).toContain('does not answer')
  expect(answers).toHaveBeenCalledTimes(2)
  readiness.isStopping = true
  expect(await ready()).toBe('stopping\n')
})
