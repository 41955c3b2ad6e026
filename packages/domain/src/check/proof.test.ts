import { expect, test } from 'vitest'
import type { Check, CheckResult } from './check.ts'
import { isProven, isYours, judgeCheck, judgedText, lackOf, type Seen } from './proof.ts'

const command: Check = { kind: 'command', run: 'npm test' }
const asked: Check = { kind: 'you', question: 'Does it look right?' }

const ran = (check: Check, outcome: CheckResult['outcome'], moment: CheckResult['moment'] = 'final') =>
  ({ effect: 'k', check, moment, outcome, ms: 1 }) as CheckResult
const final = (check: Check): Seen => ({ check, final: ran(check, 'passed') })

test('your yes is a pass and no proof', () => {
  const yours = judgeCheck(final(asked))
  expect(yours.standing).toBe('yours')
  expect(lackOf(final(asked))).toBeUndefined()
  expect([isProven([yours]), isYours([yours])]).toEqual([false, true])
  const proof = judgeCheck({
    check: command,
    before: ran(command, 'failed', 'before'),
    after: ran(command, 'passed', 'after'),
    final: ran(command, 'passed'),
  })
  expect([isProven([yours, proof]), isYours([yours, proof])]).toEqual([true, false])
  expect(isYours([yours, judgeCheck({ check: command })])).toBe(false)
})

test('a check still passes only if it passed before', () => {
  const before = ran(command, 'passed', 'before')
  expect(judgedText(judgeCheck(final(command)))).toBe('`npm test`: passes (nobody knows whether it passed before)')
  expect(judgedText(judgeCheck({ ...final(command), before }))).toBe('`npm test`: still passes (it also passed before)')
  const missed = {
    ...final(command),
    before: ran(command, 'failed', 'before'),
    after: ran(command, 'not_run', 'after'),
  }
  expect(judgedText(judgeCheck(missed))).toBe('`npm test`: passes (it could not be run when the work was reported)')
})
