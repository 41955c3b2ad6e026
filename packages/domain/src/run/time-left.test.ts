import { expect, test } from 'vitest'
import type { Run } from '../state/session.ts'
import { timeLeftText } from './time-left.ts'

const amounts = { calls: 10, input: 1_000, output: 100, costUsd: null, minutes: 4 }
const range = { ...amounts, least: { ...amounts, minutes: 2 }, most: { ...amounts, minutes: 7 } }
const after = (minutes: number, estimate: object, finished?: object) =>
  timeLeftText({ estimate, since: 0, worked: 0, workingSince: 0, finished } as unknown as Run, minutes * 60_000)

test.each([
  [0, range, '2–7 min left'],
  [0.01, { ...range, least: { ...amounts, minutes: 1.5 } }, '2–7 min left'],
  [1.2, range, '1–6 min left'],
  [2, range, 'up to 5 min left'],
  [6.5, range, 'under 1 min left'],
  [7, range, 'longer than estimated'],
  [1, amounts, 'about 3 min left'],
])('after %s minutes of work, the text says what remains of the estimate', (minutes, estimate, text) => {
  expect(after(minutes, estimate)).toBe(text)
})

test('the text is empty for a finished run and without an estimate', () => {
  expect(after(1, range, { totals: {} })).toBe('')
  expect(after(1, { ...amounts, minutes: 0 })).toBe('')
})

test.each([
  [1, 'up to 3 min left'],
  [3.5, 'under 1 min left'],
  [5, ''],
])('after %s minutes, a run with finished parts goes by its own pace and not by the estimate', (minutes, text) => {
  const run = { estimate: range, since: 0, worked: 0, workingSince: 0, left: { ms: 180_000, worked: 60_000 } }
  expect(timeLeftText(run as unknown as Run, minutes * 60_000)).toBe(text)
})
