import { expect, test } from 'vitest'
import { begun, seat } from '../../session/session.fixture.ts'
import type { Run } from '../../state/session.ts'
import type { WorkReport } from '../orchestrate/state.ts'
import { hintsFor } from './hints.ts'

const run = begun({ mode: 'reflect', members: [seat('ada'), seat('bert')] }).run as Run
const report = (agent: string, more: Partial<WorkReport> = {}): WorkReport => ({
  task: `1/${agent}`,
  agent,
  ok: true,
  message: null,
  length: 500,
  ms: 1,
  incomplete: false,
  bound: null,
  error: null,
  ...more,
})
const hints = (iteration: number, score: number, before: number | undefined, ...reports: readonly WorkReport[]) =>
  hintsFor(run, { iteration, score, before, reports })

test('nothing is hinted if all is well', () => expect(hints(2, 0.8, 0.7, report('ada'), report('bert'))).toEqual([]))

test('a failed member is named with its model', () => {
  const failed = report('bert', { ok: false, length: 0, error: { code: 'timeout', message: 'too slow' } })
  expect(hints(1, 0.5, undefined, failed)).toEqual([
    'BERT failed (too slow): give its task to somebody else, make it smaller, or change its model (test/model).',
  ])
})

test('a short report is pointed out from the second iteration on', () => {
  expect(hints(1, 0.5, undefined, report('ada', { length: 99 }))).toEqual([])
  expect(hints(2, 0.5, 0.5, report('ada', { length: 100 }))).toEqual([])
  expect(hints(2, 0.5, 0.5, report('ada', { length: 99 }))).toEqual([
    'ADA reported only 99 characters: ask it for more, or give its task to somebody else.',
  ])
})

test('a falling score names whose work to change, and from 0.15 on what to go back to', () => {
  const reports = [report('ada', { length: 900 }), report('bert', { length: 200 })]
  expect(hints(2, 0.7, 0.8, ...reports)).toEqual([])
  expect(hints(2, 0.66, 0.8, ...reports)).toEqual([
    'The score fell from 0.80 to 0.66. Give the work of BERT to somebody else, or change its model (test/model).',
  ])
  expect(hints(2, 0.6, 0.8, ...reports)[0]).toMatch(/Go back to what the better result had\.$/)
})
