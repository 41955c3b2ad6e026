import type { CheckResult, Seen, StepView } from '@convene/domain'
import { expect, test } from 'vitest'
import { checksWord, checkWords, proofWords, stepProofWord } from './proof.ts'

const check = { kind: 'command', run: 'npm test' } as const

const ran = (moment: CheckResult['moment'], outcome: CheckResult['outcome'], more: Partial<CheckResult> = {}) =>
  ({ effect: `1/s1/check-${moment}1.1`, check, moment, outcome, ms: 800, ...more }) as CheckResult

const proven: Seen = {
  check,
  before: ran('before', 'failed', { exit: 1 }),
  after: ran('after', 'passed', { exit: 0 }),
  final: ran('final', 'passed', { exit: 0, output: '# tests 14\n# pass 12\n# skipped 2\n' }),
}

const step = (more: Partial<StepView> = {}): StepView => ({
  id: 's1',
  owner: 'coder',
  description: 'Fix it.',
  acceptance: '',
  dependsOn: [],
  state: 'accepted',
  reason: '',
  attempt: 1,
  against: false,
  seen: [],
  reported: true,
  remark: null,
  ...more,
})

const nameOf = (agent: string): string => agent.charAt(0).toUpperCase() + agent.slice(1)

test('a check that failed before and passes on the final files is proven, with the numbers that were seen', () => {
  expect(checkWords(proven, true)).toEqual({
    check: 'npm test',
    word: 'proven',
    tone: 'good',
    facts: ['failed before', 'exit 0 now', '12 tests pass', '0.8 s'],
    output: '',
  })
})

test.each([
  ['a check that never ran', { check }, true, 'not run', 'warning'],
  ['a check that is still to come', { check }, false, 'not run yet', 'plain'],
  ['a check on older files', { check, after: ran('after', 'passed') }, true, 'not run on the final files', 'warning'],
  ['the same while others work', { check, after: ran('after', 'passed') }, false, 'passes so far', 'plain'],
  ['a check that also passed before', { ...proven, before: ran('before', 'passed') }, true, 'still passes', 'good'],
  ['a check that fails', { check, final: ran('final', 'failed', { exit: 1 }) }, true, 'fails', 'bad'],
  [
    'a check whose test somebody changed later',
    { ...proven, final: ran('final', 'passed', { tampered: ['test/a.test.js'] }) },
    true,
    'a later step changed the test',
    'warning',
  ],
  [
    'a check whose test was changed',
    { ...proven, after: ran('after', 'passed', { tampered: ['test/a.test.js'] }) },
    true,
    'its author changed the test',
    'warning',
  ],
  [
    'a check that could not run',
    { check, final: ran('final', 'not_run', { reason: 'no npm' }) },
    true,
    'not run',
    'warning',
  ],
] as const)('%s is called what it is', (_, seen, isOver, word, tone) => {
  expect(checkWords(seen, isOver)).toMatchObject({ word, tone })
})

test('a check that failed in an earlier attempt says so until it has run again, with its output', () => {
  const earlier = ran('after', 'failed', { exit: 1, output: 'sum is wrong' })
  const seen = { check, before: ran('before', 'failed'), earlier }
  expect(checkWords(seen, false)).toEqual({
    ...{ check: 'npm test', word: 'failed last time', tone: 'warning' },
    ...{ facts: ['failed before', 'not run again yet'], output: 'sum is wrong' },
  })
  expect(checkWords(seen, true)).toMatchObject({ facts: ['failed before', 'not run again'] })
  expect(checkWords({ check, earlier: ran('after', 'passed') }, false)).toMatchObject({
    ...{ word: 'passed last time', tone: 'plain', facts: ['not run again yet'], output: '' },
  })
})

test('an accepted step is proven, or on the word of somebody with a name', () => {
  expect(stepProofWord(step({ seen: [proven] }), true, nameOf)).toEqual({ word: 'Proven', tone: 'good' })
  expect(stepProofWord(step({ reviewer: 'reviewer' }), true, nameOf).word).toBe('On Reviewer’s word')
  expect(stepProofWord(step(), true, nameOf).word).toBe('Accepted without review')
  const asked = { kind: 'you', question: 'Does it look right?' } as const
  const yes = { ...ran('final', 'passed'), check: asked }
  expect(stepProofWord(step({ seen: [{ check: asked, final: yes }] }), true, nameOf).word).toBe('On your word')
  expect(stepProofWord(step({ seen: [proven], against: true }), true, nameOf).word).toBe('Accepted against its review')
})

test('a step under way says what happens to it now, and nothing of the kind after the end', () => {
  const busy = step({ state: 'running', reported: false, seen: [{ check }] })
  expect(stepProofWord(busy, false, nameOf).word).toBe('Working')
  expect(stepProofWord({ ...busy, reported: true }, false, nameOf).word).toBe('Being checked')
  expect(stepProofWord({ ...busy, reported: true, seen: [proven] }, false, nameOf).word).toBe('In review')
  expect(stepProofWord(busy, true, nameOf).word).toBe('Not finished')
  expect(stepProofWord(step({ state: 'finished' }), true, nameOf).word).toBe('Not accepted')
})

test('the top counts only tests that passed, and says so if a check fails or none ran', () => {
  expect(checksWord([step({ seen: [proven] }), step({ seen: [proven] })], true)).toEqual({
    word: '12 tests pass',
    tone: 'good',
  })
  const failing = { check, final: ran('final', 'failed') }
  expect(checksWord([step({ seen: [proven, failing] })], true)).toEqual({ word: '1 check fails', tone: 'bad' })
  expect(checksWord([step({ seen: [{ check }] })], true)?.word).toBe('No check was run')
  const earlier = ran('after', 'failed')
  expect(checksWord([step({ seen: [{ check, earlier }] })], true)?.word).toBe('No check was run again')
  expect(checksWord([step()], true)).toBeNull()
  const { final: _, ...stale } = proven
  expect(checksWord([step({ seen: [stale] })], true)).toEqual({ word: '0 of 1 check passes', tone: 'warning' })
  expect(checksWord([step({ seen: [stale] })], false)).toEqual({ word: '1 of 1 check passes', tone: 'good' })
  const changed = { ...proven, final: { ...proven.final, tampered: ['test/a.js'] } as CheckResult }
  expect(checksWord([step({ seen: [proven, changed] })], true)).toEqual({
    word: 'the tests of 1 check were changed',
    tone: 'warning',
  })
  const silent = { ...proven, final: ran('final', 'passed') }
  expect(checksWord([step({ seen: [silent, { check }] })], true)).toEqual({
    word: '1 of 2 checks pass',
    tone: 'warning',
  })
})

test('accepted steps are counted by how they came to be accepted', () => {
  const steps = [step({ seen: [proven] }), step({ reviewer: 'reviewer' }), step({ state: 'failed' })]
  expect(proofWords(steps, nameOf).map(({ word }) => word)).toEqual(['1 proven', '1 on Reviewer’s word'])
})
