import { expect, test } from 'vitest'
import { claimsLine } from '../claim/claim-text.ts'
import { fact } from '../event/event.ts'
import { toArray } from '../list/list.ts'
import { claimsAfter, claimsOfLast, sessionAfter, sessionOn } from './report-after.fixture.ts'
import { settled } from './session.fixture.ts'

const PASSED = ' ✓ a.test.ts (12 tests) 20ms\n\n Test Files  1 passed (1)\n      Tests  12 passed (12)\n'

test('a claim is seen by the call that proves it', () => {
  const claims = claimsAfter([{ write: 'src/a.ts' }, { sh: 'npm test', out: PASSED }], 'Done. All 12 tests pass.')
  expect(claims).toEqual([
    {
      mark: 'seen',
      text: 'All 12 tests pass.',
      what: '12 tests pass',
      why: '`npm test`, exit 0, 12 of 12 tests passed',
      by: expect.any(Number),
      at: expect.any(Number),
    },
  ])
})

test('what an earlier answer proved is still known in the next one, and old once files change', () => {
  const first = sessionAfter([{ write: 'src/a.ts' }, { sh: 'npm test', out: PASSED }], 'Done.')
  expect(claimsOfLast(sessionOn(first, [], 'Yes: all 12 tests pass.')).map(({ mark }) => mark)).toEqual(['seen'])
  const later = sessionOn(first, [{ write: 'src/a.ts' }], 'Yes: all 12 tests pass.')
  expect(claimsOfLast(later).map(({ mark }) => mark)).toEqual(['stale'])
})

test('a report without claims adds nothing to the log', () => {
  const session = sessionAfter([{ write: 'src/a.ts' }], 'The limit is five per minute.')
  expect(claimsOfLast(session)).toEqual([])
  expect(JSON.stringify(toArray(session.messages))).not.toContain('claims')
})

test('the marks of a report are in one line, with the worst first', () => {
  const claims = claimsAfter(
    [{ write: 'src/a.ts' }, { sh: 'npm test', exit: 1, out: '      Tests  2 failed | 10 passed (12)\n' }],
    'I created `src/a.ts`. All tests pass. Lint is clean.',
  )
  expect(claimsLine(claims)).toBe(
    'Convene saw the opposite: tests pass (`npm test`, exit 1, 10 of 12 tests passed) · did not see: lint passes (no linter was run) · saw: `src/a.ts` was written (wrote `src/a.ts`)',
  )
  expect(claimsLine([])).toBe('')
})

test('what Convene ran itself proves a claim about the work, but not that its author ran it', () => {
  const check = { kind: 'command' as const, run: 'npm test' }
  const result = { effect: 'k' as never, check, moment: 'final' as const, outcome: 'passed' as const, ms: 5 }
  const first = sessionAfter([{ write: 'src/a.ts' }], 'Done.')
  const checked = settled(first, [fact('check.finished', { ...result, exit: 0, output: PASSED })])
  expect(claimsOfLast(sessionOn(checked, [], 'All 12 tests pass.')).map(({ mark }) => mark)).toEqual(['seen'])
  expect(claimsOfLast(sessionOn(checked, [], 'I ran the tests.')).map(({ mark }) => mark)).toEqual(['not_seen'])
})

test.each([
  ['a file', fact('artifact.reverted', { artifact: 'a1' })],
  ['a change in the review', fact('build.marked', { hunks: ['src/a.ts:1'], undone: true })],
])('what was seen before the user took back %s is old', (_, undoing) => {
  const first = sessionAfter([{ write: 'src/a.ts' }, { sh: 'npm test', out: PASSED }], 'Done.')
  const undone = settled(first, [undoing])
  const marks = (report: string) => claimsOfLast(sessionOn(undone, [], report)).map(({ mark }) => mark)
  expect(marks('All 12 tests pass.')).toEqual(['stale'])
  expect(marks('I created `src/a.ts`.')).toEqual([])
})

test('a number that no run can have had is not left open because one of them ran only a part', () => {
  const checked = (run: string, total: number) => {
    const check = { kind: 'command' as const, run }
    const output = `ℹ tests ${total}\nℹ suites 0\nℹ pass ${total}\nℹ fail 0\n`
    const at = { effect: 'k' as never, check, moment: 'final' as const, outcome: 'passed' as const, ms: 5, exit: 0 }
    return fact('check.finished', { ...at, output })
  }
  const first = sessionAfter([{ write: 'src/a.ts' }], 'Done.')
  const runs = [checked('node --test test/a.test.js', 1), checked('npm test', 2)]
  const marks = (report: string) => claimsOfLast(sessionOn(settled(first, runs), [], report)).map(({ mark }) => mark)
  expect(marks('All 12 tests pass.')).toEqual(['contradicted'])
  expect(marks('All 2 tests pass.')).toEqual(['seen'])
  expect(marks('All 3 tests pass.')).toEqual([])
})

test('tests of a package that the agent created itself are seen if its script runs them', () => {
  const text = '{"name":"sum","scripts":{"test":"node --test","build":"tsc"},"dependencies":{"left-pad":"1.0.0"}}'
  const claims = claimsAfter(
    [
      { write: 'package.json', text },
      { sh: 'npm test', out: PASSED },
    ],
    'All 12 tests pass.',
  )
  expect(claims.map(({ mark }) => mark)).toEqual(['seen'])
})
