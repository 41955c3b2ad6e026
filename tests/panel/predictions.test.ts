import { recordedIn } from '@convene/domain'
import { summarizePredictions } from '@convene/reading'
import { expect, test } from 'vitest'
import { looking, lookingStage, printed, splitLines } from './experiment-cast.ts'

/** A split decision whose experiment printed this. */
async function looked(output = '6') {
  const { stage } = lookingStage(splitLines, () => printed(output))
  await stage.create(looking())
  await stage.untilRest()
  return stage
}

test('predictions enter the track record as soon as the experiment has run', async () => {
  const stage = await looked()
  const [recorded] = recordedIn(stage.events)
  expect(recorded?.resolved).toBeNull()
  expect(recorded?.predictions?.map(({ right }) => right).toSorted()).toEqual([false, false, true])
  const summary = summarizePredictions(recordedIn(stage.events))
  expect(summary.map(({ predicted, right }) => [predicted, right])).toEqual([
    [1, 1],
    [1, 0],
    [1, 0],
  ])
})

test('an experiment that no program can judge says nothing about those who predicted it', async () => {
  const stage = await looked('neither')
  expect(recordedIn(stage.events)[0]?.predictions).toBeUndefined()
})
