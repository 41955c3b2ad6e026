import { expect, test } from 'vitest'
import { runState } from './run-state.ts'

test.each([
  [{ phase: 'completed', reason: 'done' }, 'Done', 'good'],
  [{ phase: 'completed', reason: 'rehearsal' }, 'Rehearsal', 'plain'],
  [{ phase: 'completed', reason: 'rehearsal', waiting: 1 }, 'Rehearsal', 'plain'],
  [{ phase: 'failed', reason: 'error:rate_limited' }, 'Failed', 'bad'],
  [{ phase: 'cancelled', reason: 'user' }, 'Stopped', 'plain'],
  [{ phase: 'running', waiting: 1 }, 'Needs you', 'warning'],
  [{ phase: 'paused' }, 'Paused', 'warning'],
  [{ phase: 'idle' }, 'Idle', 'plain'],
  [{ phase: 'synthesizing' }, 'Running', 'accent'],
  [{ phase: 'synthesizing', interrupted: true }, 'Interrupted', 'warning'],
  [{ phase: 'running', waiting: 1, interrupted: true }, 'Needs you', 'warning'],
])('a run with %j is shown as %s, in the tone %s', (facts, word, tone) => {
  expect(runState({ interrupted: false, ...facts })).toEqual({ word, tone })
})
