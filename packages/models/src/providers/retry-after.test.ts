import { expect, test } from 'vitest'
import { retryAfterOf } from './retry-after.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

test.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0.25' }, 250],
  [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
  [{ 'retry-after': 'Sun, 15 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT' }, undefined],
  [{ 'retry-after': '0' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('%j means a wait of %s ms', (headers, expected) => {
  expect(retryAfterOf({ headers: headers as Record<string, string> }, now)).toBe(expected)
})

test('Google sends the wait time in the body', () => {
  const body = '{"error":{"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}'
  expect(retryAfterOf({ body }, now)).toBe(34_500)
})

test.each([
  ['Rate limit reached. Please try again in 20s.', 20_000],
  ['Please try again in 1.284s. Visit the console.', 1_284],
  ['Please try again in 850ms.', 850],
  ['Please try again in 1m26.5s. Need more tokens?', 86_500],
  ['Please try again in 7m12s.', 432_000],
  ['Please try again in 1h2m3s.', 3_723_000],
  ['Too many requests. Please wait 20 seconds and try again.', 20_000],
  ['Please retry after 30 seconds.', 30_000],
  ['Please retry after 1 second.', 1_000],
  ['Try again in 2 minutes and 30 seconds', 150_000],
  ['Retry after 5 min', 300_000],
  ['Please wait for 15 s.', 15_000],
  ['{"retryDelay": "0.25s"}', 250],
  ['Please wait before trying again.', undefined],
  ['Try again in 3 months.', undefined],
  ['Try again in 20 steps.', undefined],
  ['We waited 20 seconds for the model.', undefined],
  [`try again in ${'9 s '.repeat(20_000)}x`, 180_000_000],
  [`try again in ${'9'.repeat(100_000)}`, undefined],
])('an error body with "%.60s" asks for %s ms', (body, expected) => {
  expect(retryAfterOf({ body }, now)).toBe(expected)
})
