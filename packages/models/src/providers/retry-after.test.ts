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
])('%j is a wait of %s ms', (headers, expected) => {
  expect(retryAfterOf({ headers: headers as Record<string, string> }, now)).toBe(expected)
})

test('Google sends the wait time in the body', () => {
  const body = '{"error":{"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}'
  expect(retryAfterOf({ body }, now)).toBe(34_500)
})
