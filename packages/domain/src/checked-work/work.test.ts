import { expect, test } from 'vitest'
import type { Check, CheckResult } from '../check/check.ts'
import type { EffectKey } from '../shared/ids.ts'
import { type CheckedWork, seenOf } from './work.ts'

const check: Check = { kind: 'command', run: 'npm test' }

const ran = (key: string, outcome: CheckResult['outcome']): CheckResult => {
  const moment = key.includes('final') ? 'final' : 'after'
  return { effect: `1/s1/check-${key}.1` as EffectKey, check, moment, outcome, ms: 1 }
}

const stepAt = (attempt: number, checks: readonly CheckResult[]): CheckedWork => ({
  run: { number: 1, checks },
  ...{ name: 's1', step: 's1', checks: [check], shared: false },
  rounds: { before: 1, after: attempt, final: attempt },
  whyNotRun: () => undefined,
})

test('the failure of an earlier attempt is remembered until the check has run in this one', () => {
  const failed = ran('after1', 'failed')
  expect(seenOf(stepAt(1, [failed]))[0]).toMatchObject({ after: failed })
  const [again] = seenOf(stepAt(2, [failed]))
  expect([again?.after, again?.earlier]).toEqual([undefined, failed])
  const [now] = seenOf(stepAt(2, [failed, ran('after2', 'passed')]))
  expect([now?.after?.outcome, now?.earlier]).toEqual(['passed', undefined])
  expect(seenOf(stepAt(2, [ran('after1', 'passed'), ran('final1', 'failed')]))[0]?.earlier?.outcome).toBe('failed')
})

test('a check of one step says nothing about another one', () => {
  const other = { ...ran('after1', 'failed'), effect: '1/s11/check-after1.1' as EffectKey }
  expect(seenOf(stepAt(2, [other]))[0]).not.toHaveProperty('earlier')
})
