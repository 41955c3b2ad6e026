import { test } from 'vitest'
import { days, estimated, likely } from '../panel/estimate-cast.ts'
import { looking, lookingStage, splitLines } from '../panel/experiment-cast.ts'
import { fileOnly } from './ask-files.ts'

test('a split panel that looks before it debates', async () => {
  const { stage } = lookingStage(splitLines)
  await stage.create(looking())
  await stage.untilRest()
  await fileOnly(stage, 'panel-looking', 'Experiment', 'Predict')
})

test('an estimate of a number, in two rounds', async () => {
  const stage = await estimated({ Estimate: (agent) => days(2, 4, 9, `The schema of ${agent} has no tests.`) })
  await fileOnly(stage, 'panel-estimate', 'Estimate')
  await fileOnly(stage, 'panel-estimate-again', ['Estimate', 4])
})

test('an estimate of a chance, in two rounds', async () => {
  const script = { Topic: 'Whether the migration is done by May.\nUNIT: %', Estimate: likely(35) }
  const stage = await estimated(script, 'How likely is it that the migration is done by May?')
  await fileOnly(stage, 'panel-chance', 'Estimate')
  await fileOnly(stage, 'panel-chance-again', ['Estimate', 4])
})
