import { expect, test } from 'vitest'
import { headlineParts } from './headline-parts.ts'

test.each([
  ['Move to Postgres · 3 : 1 · 79 %', 'Move to Postgres', '3 : 1 · 79 %'],
  ['Keep Redis · 2 : 1 · 57 % (first guess) · close', 'Keep Redis', '2 : 1 · 57 % (first guess) · close'],
  ['Keep Redis · 1 : 1 · decided by the Head', 'Keep Redis', '1 : 1 · decided by the Head'],
  ['Undecided · 2 : 2', 'Undecided', '2 : 2'],
  ['Keep Redis · unanimous · 92 %', 'Keep Redis', 'unanimous · 92 %'],
  ['Keep Redis · 2 of 3 votes · 86 %', 'Keep Redis', '2 of 3 votes · 86 %'],
  ['Keep Redis · 1 vote', 'Keep Redis', '1 vote'],
  ['Ship 3 · 2 : 1 builds · 5 : 0 : 1', 'Ship 3 · 2 : 1 builds', '5 : 0 : 1'],
  ['2 answers. Ada: use 3 : 1 mortar', '2 answers. Ada: use 3 : 1 mortar', ''],
  [
    'Rate limits · 3 of 3 steps · 2 proven · 1 on Ada · Bo’s word',
    'Rate limits',
    '3 of 3 steps · 2 proven · 1 on Ada · Bo’s word',
  ],
  ['Fixed it · 1 of 2 checks pass · 0 proven', 'Fixed it', '1 of 2 checks pass · 0 proven'],
  ['All tests pass. · contradicted: tests pass', 'All tests pass.', 'contradicted: tests pass'],
  ['Fixed it · 1 of 2 checks pass · not seen: lint passes', 'Fixed it', '1 of 2 checks pass · not seen: lint passes'],
  ['Nobody was seen', 'Nobody was seen', ''],
  ['', '', ''],
])('“%s” is split into “%s” and “%s”', (headline, outcome, counted) => {
  expect(headlineParts(headline)).toMatchObject({ outcome, counted })
})
