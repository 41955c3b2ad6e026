import { expect, test } from 'vitest'
import { claimsIn } from './claims-in.ts'
import type { Deed } from './deed.ts'
import type { ClaimSpeaker } from './evidence.ts'

const speaker = (more: Partial<ClaimSpeaker>): ClaimSpeaker => ({
  agent: 'ada',
  tree: '',
  isSummary: false,
  isForeign: false,
  isTalk: false,
  given: '',
  ...more,
})
const ran = (more: Partial<Deed>): Deed => ({
  seq: 4,
  at: 10,
  agent: 'ben',
  chain: ['ben'],
  tree: 'ben',
  ok: true,
  line: 'npm test',
  exit: 0,
  runs: [{ kind: 'tests', outcome: 'passed' }],
  ...more,
})
const marks = (said: ClaimSpeaker, ...list: readonly Deed[]) =>
  claimsIn('All tests pass.', said, { list }).map(({ mark }) => mark)

test('tests that another agent ran in its own worktree prove nothing about these files', () => {
  expect(marks(speaker({ tree: 'ada' }), ran({}))).toEqual(['not_seen'])
  expect(marks(speaker({ tree: 'ada' }), ran({ tree: '' }))).toEqual(['not_seen'])
  expect(marks(speaker({ tree: 'ben' }), ran({}))).toEqual(['seen'])
  expect(marks(speaker({ isSummary: true }), ran({}))).toEqual(['seen'])
})

test('a run of Convene itself in the workspace leaves open what is in a worktree', () => {
  const own = ran({ agent: '', chain: [], tree: '' })
  expect(marks(speaker({ tree: 'ada' }), own)).toEqual([])
  expect(marks(speaker({}), own)).toEqual(['seen'])
})
