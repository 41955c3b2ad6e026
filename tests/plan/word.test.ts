import { proofText } from '@convene/domain'
import { expect, test } from 'vitest'
import { step } from './crew.ts'
import { ending, played } from './story.ts'

const lies = { Task: 'I wrote it and ran the tests: 12 passed.' }

test('steps that nothing was to prove are accepted on the word of their reviewer, and the end says so', async () => {
  const review = { Review: 'I ran the tests, and all pass.\n\nACCEPT' }
  const stage = await played([step('s1', 'coder'), step('s2', 'coder')], { coder: lies, reviewer: review })
  const { state, proof } = ending(stage) ?? {}
  expect({ state, proof }).toEqual({ state: 'completed', proof: { proven: 0, said: [{ by: 'reviewer', steps: 2 }] } })
  const run = (await stage.engine.state(stage.session))?.run
  expect(run && proof && proofText(run, proof)).toBe("2 on Reviewer's word")
})

test('a plan of which no step was accepted is on nobody’s word', async () => {
  const stage = await played([step('s1', 'coder')], { coder: lies, reviewer: { Review: 'REOPEN: there is no test' } })
  expect(ending(stage)?.proof).toBeUndefined()
})
