import type { Facts } from '@convene/domain'
import { expect, test } from 'vitest'
import { claimLines, claimMarks } from './claim-marks.ts'

const claims: NonNullable<Facts['message']['claims']> = [
  { mark: 'seen', text: 'I created `a.ts`.', what: '`a.ts` was written', why: 'wrote `a.ts`', by: 4, at: 10 },
  { mark: 'not_seen', text: 'All tests pass.', what: 'tests pass', why: 'no tests were run' },
  { mark: 'said', text: 'Lint is clean.', what: 'lint passes', why: '`npm run lint`', by: 7, at: 11 },
  { mark: 'not_seen', text: 'The build passes.', what: 'build passes', why: 'no build was run' },
]

test('what nobody saw comes first, and what an agent reports about itself is said and not seen', () => {
  expect(claimMarks(claims).map(({ word, tone }) => [word, tone])).toEqual([
    ['not seen', 'warning'],
    ['not seen', 'warning'],
    ['said', 'plain'],
    ['seen', 'good'],
  ])
})

test('marks with the same word share a line', () => {
  expect(claimLines(claimMarks(claims))).toEqual([
    'not seen: tests pass (no tests were run); build passes (no build was run)',
    'said: lint passes (`npm run lint`)',
    'seen: `a.ts` was written (wrote `a.ts`)',
  ])
  expect(claimLines(claimMarks())).toEqual([])
})
