import { createDomain, emptySession } from '@convene/domain'
import { answerParts, callParts, failureParts, type Play, runOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import { rowOf } from './list-row.ts'

/** Whether a session moves after running this long, and in how many minutes it wakes up. */
async function rowAfter(model: Play, ms: number) {
  const stage = new SimulatedSession({ model })
  await stage.create(runOf())
  await stage.play(ms)
  const domain = createDomain()
  const state = stage.events.reduce((folded, event) => domain.evolve(folded, event), emptySession(stage.session))
  const { moves, wakeAt } = rowOf(state, domain.next(state))
  return { moves, minutes: wakeAt === null ? null : Math.round((wakeAt - state.at) / 60_000) }
}

test.each<[string, Play, { moves: boolean; minutes: number | null }]>([
  ['with a call in progress moves', () => ['hangs'], { moves: true, minutes: null }],
  ['that has ended rests', () => answerParts('Yes.'), { moves: false, minutes: null }],
  [
    'that asks the user waits for the answer to expire',
    () => callParts(['write', 'a']),
    { moves: false, minutes: 1440 },
  ],
  [
    'that waits for its provider has a time to continue',
    () => failureParts('rate_limited', { retryAfterMs: 600_000 }),
    { moves: false, minutes: 10 },
  ],
])('a session %s', async (_, model, row) => {
  expect(await rowAfter(model, 1_000)).toEqual(row)
})
