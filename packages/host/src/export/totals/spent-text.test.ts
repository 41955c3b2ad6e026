import { emptySession, type Run, type Session, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { sessionSpentText } from './spent-text.ts'

const spent = (calls: number, tokens: number) => ({
  calls,
  input: tokens,
  cached: 0,
  output: 0,
  costUsd: calls / 100,
  unpriced: 0,
})
const totals = { ...spent(7, 10_000), ms: 6_700, worked: 6_700 }
const session = (more: Partial<Session>, run: Partial<Run> = {}): Session => ({
  ...emptySession('S' as SessionId),
  run: { number: 1, since: 0, finished: { totals }, spent: spent(7, 10_000), ...run } as Run,
  spent: spent(7, 10_000),
  ...more,
})

test('a run has one amount, with its time', () => {
  expect(sessionSpentText(session({}))).toBe('7 calls, 10k tokens, $0.07, 6.7 s')
})

test('what a follow-up used is its own amount, and does not change that of the run', () => {
  const later = session({ spent: spent(8, 12_000) }, { spent: spent(8, 12_000) })
  expect(sessionSpentText(later)).toBe('7 calls, 10k tokens, $0.07, 6.7 s, and 1 call, 2k tokens, $0.01 for follow-ups')
})

test('several runs are summed up apart from the newest', () => {
  expect(sessionSpentText(session({ spent: spent(20, 40_000) }, { number: 2 }))).toBe(
    '20 calls, 40k tokens, $0.20 in all runs; the newest run 7 calls, 10k tokens, $0.07, 6.7 s',
  )
})
