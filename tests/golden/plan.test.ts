import type { SimulatedSession } from '@convene/testkit'
import { test } from 'vitest'
import { step } from '../plan/crew.ts'
import { played } from '../plan/story.ts'
import { keep } from './keep.ts'

const file = (stage: SimulatedSession, name: string) => keep(stage, `plan-${name}`)

const vote = (option: string, reason: string) => `VOTE: ${option}\nREASON: ${reason}`

test('a plan is drafted, revised after a concern, approved in advance, carried out and reviewed', async () => {
  const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'], budget: { minutes: 5 } })]
  await file(await played(steps, { reviewer: { 'Review plan': 'CONCERNS: Who checks s1?' } }), 'whole')
})

test('a blocked step is voted on, the lead breaks the tie, and the step is handed off', async () => {
  const lines = {
    coder: {
      Task: ['BLOCKED: no network\n- use a fixture\n- skip it', 'Half of it.\nHANDOFF: tester: it is about tests now'],
      Deliberate: 'A fixture is stable.',
      Vote: vote('use a fixture', 'it is stable'),
    },
    tester: { Task: 'The fixture is there.', Deliberate: 'Skip it.', Vote: vote('skip it', 'it is not needed') },
    planner: { Decide: 'DECISION: use a fixture\nREASON: the tests need it' },
  }
  await file(await played([step('s1', 'coder')], lines, { members: ['coder', 'tester'] }), 'blocked')
})

test('a step is sent back, and the steps that depend on it are redone', async () => {
  const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })]
  await file(await played(steps, { reviewer: { Review: ['REOPEN: no test', 'ACCEPT'] } }), 'reopened')
})

test('an unusable plan is repaired, or the run fails', async () => {
  const circle = '{"steps":[{"id":"a","owner":"coder","description":"x","dependsOn":["a"]}]}'
  await file(await played([], { planner: { Plan: circle } }), 'unusable')
})

test('a limit ends a plan with the results so far', async () => {
  const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })]
  await file(await played(steps, {}, { limits: { maxTurns: 5 } }), 'limit')
})
