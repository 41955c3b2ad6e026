import { modes } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { planOf, step } from './crew.ts'
import { ending, ofType, played, statesOf } from './story.ts'

const MOST_USELESS = 60
const steps = ['s1', 's2', 's3', 's4', 's5', 's6', 's7'].map((id) => step(id, 'coder'))
const limits = modes.plan?.limits({ members: [] }) ?? {}

/** Seven steps by a coder that always ends like this, in a team that always votes to retry. */
const always = (task: string, more: object = {}) =>
  played(steps, { anybody: { Task: task, Vote: 'VOTE: try again\nREASON: who knows', ...more } }, { limits })

const callsOf = (stage: Awaited<ReturnType<typeof always>>): number =>
  ofType(stage, 'effect.started').filter(({ data }) => data.kind === 'model').length

describe('a plan in which nothing useful happens ends within 60 calls', () => {
  test.each([
    ['hand every step to somebody who does not exist', 'HANDOFF: zed: they know', {}],
    ['hand every step to themselves', 'HANDOFF: coder: I know', {}],
    ['offer every step to somebody who refuses it', 'HANDOFF: tester: you know', { Handoff: 'REFUSE: no time' }],
    ['are always blocked without a way out', 'BLOCKED: no idea', {}],
    ['are always blocked, with ways out', 'BLOCKED: no network\n- try again\n- wait', {}],
    ['report what no reviewer accepts', 'It is done.', { Review: 'REOPEN: no proof' }],
    ['never find the plan good enough', 'It is done.', { 'Review plan': 'The order is wrong.' }],
    ['say nothing', '', {}],
  ])('if its members %s', async (_what, task, more) => {
    const stage = await always(task, more)
    expect(ending(stage)?.state).toMatch(/^(completed|cancelled|failed)$/)
    expect(callsOf(stage)).toBeLessThanOrEqual(MOST_USELESS)
  })
})

test('a step whose handoffs fail has failed with a reason that says how often it was tried', async () => {
  const stage = await played(
    [step('s1', 'coder'), step('s2', 'tester')],
    { coder: { Task: 'HANDOFF: zed: they know' }, anybody: { Vote: 'VOTE: try again\nREASON: who knows' } },
    { limits },
  )
  expect(statesOf(stage, 's1').at(-1)).toBe('failed')
  expect(ofType(stage, 'step.state').findLast(({ data }) => data.step === 's1')?.data.reason).toMatch(/tried \d times/)
  expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'steps_failed' })
})

test('a plan in which every step was sent back once is still carried out', async () => {
  const review = [...steps.map(() => 'REOPEN: no proof'), 'ACCEPT']
  const stage = await played(steps, { planner: { Plan: planOf(...steps) }, reviewer: { Review: review } }, { limits })
  expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'done' })
})
