import { checkPlan, type PlanStep, type Run } from '@convene/domain'
import { expect, test } from 'vitest'
import { askingPlan, grantsIn } from './grants.ts'

const step = (id: string, more: Partial<PlanStep>): PlanStep => ({
  id,
  owner: 'coder',
  description: 'Build it.',
  acceptance: 'It is built.',
  dependsOn: [],
  ...more,
})

const steps = [
  step('s1', { approve: 'auto' }),
  step('s2', { approve: 'auto', tools: ['edit', 'bash'] }),
  step('s3', {}),
  step('s4', { approve: 'auto', tools: [] }),
]

test('the gate names each step that would act without asking, and what it may do', () => {
  expect(grantsIn(steps).map(({ step: id, words }) => `${id} ${words}`)).toEqual([
    's1 may change files and run commands without asking',
    's2 may use edit, bash without asking',
  ])
})

test('with Ask me each time, the plan that is approved lets no step act without asking', () => {
  const run = { team: { members: [{ slug: 'coder', name: 'Coder' }] }, settings: { tools: {} } } as unknown as Run
  const { steps: read } = checkPlan(run, askingPlan(steps))
  expect(askingPlan(steps)).not.toContain('auto')
  expect(grantsIn(read)).toEqual([])
})
