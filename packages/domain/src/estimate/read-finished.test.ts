import { expect, test } from 'vitest'
import type { Event } from '../event/event.ts'
import { finishedRun } from './read-finished.ts'

const estimate = { calls: 1, input: 1, output: 1, costUsd: 1, minutes: 2 }
const settings = { models: { 'x/y': { price: null, context: null } } }
const started = (run = 'r1', more: object = {}) =>
  ({
    type: 'run.started',
    run,
    data: { mode: 'plan', team: { members: [{}, {}] }, settings, estimate, ...more },
  }) as unknown as Event
const totals = { ms: 600_000, worked: 120_000, costUsd: 0.5, unpriced: 0 }
const finished = (more: object = {}, run = 'r1') =>
  ({
    type: 'run.finished',
    run,
    data: { state: 'completed', reason: 'converged', summary: '', totals, ...more },
  }) as unknown as Event

test('a finished run is counted with the time it worked, not the time it waited for the user', () => {
  expect(finishedRun([started()], [finished()])).toEqual({
    mode: 'plan',
    seats: 2,
    minutes: 2,
    costUsd: 0.5,
    estimate,
  })
})

test.each([
  ['a rehearsal', finished({ reason: 'rehearsal' })],
  ['a run that was stopped', finished({ state: 'cancelled' })],
  ['the start of one run and the end of another', finished({}, 'r2')],
])('nothing is learned from %s', (_what, end) => {
  expect(finishedRun([started()], [end])).toBeUndefined()
})

test('an unknown price leaves the cost out', () => {
  expect(finishedRun([started()], [finished({ totals: { ...totals, unpriced: 1 } })])?.costUsd).toBeNull()
})

test.each([
  [{ proven: 2, said: [] }, true],
  [{ proven: 1, said: [{ by: 'reviewer', steps: 1 }] }, false],
  [{ proven: 0, said: [] }, false],
])('a plan with %j counts as proven: %s', (proof, proven) => {
  expect(finishedRun([started()], [finished({ proof })])?.proven).toBe(proven)
})
