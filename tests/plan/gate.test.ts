import { modes, type PlanStep, planText, type ToolSpec } from '@convene/domain'
import { SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { cast, crewOf, planOf, step } from './crew.ts'
import { asksOf, ending, ofType, played } from './story.ts'

const three = [step('s1', 'coder'), step('s2', 'coder'), step('s3', 'tester', { dependsOn: ['s1', 's2'] })]

const tool = (name: string, more: Partial<ToolSpec>): ToolSpec => ({
  name,
  description: name,
  input: {},
  permission: name,
  readOnly: false,
  timeoutMs: 0,
  ...more,
})

describe("a plan's gate", () => {
  const waiting = async (lines: string | readonly string[] = planOf(...three)) => {
    const stage = new SimulatedSession({ model: cast({ planner: { Plan: lines } }) })
    await stage.create(crewOf({ settings: { yes: false } }))
    await stage.untilRest()
    return stage
  }

  test('keeps every step from running until the user approves', async () => {
    const stage = await waiting()
    expect(ofType(stage, 'step.state')).toEqual([])
    expect(ofType(stage, 'question.asked')[0]?.data).toMatchObject({ gate: 'plan', text: planText(three) })
    await stage.tell({ type: 'approve', by: 'person' })
    await stage.untilRest()
    expect(ending(stage)?.state).toBe('completed')
  })

  test('warns if the plan will probably exceed a limit of the run', async () => {
    const asked = async (limits: object) => {
      const stage = new SimulatedSession({ model: cast({ planner: { Plan: planOf(...three) } }) })
      await stage.create(crewOf({ limits, settings: { yes: false } }))
      await stage.untilRest()
      return ofType(stage, 'question.asked')[0]?.data.question
    }
    expect(await asked({ maxCalls: 12, maxDuration: 2 })).toContain('which stops at 12 model calls or 2 minutes.')
    expect(await asked(modes.plan?.limits({ members: [] }) ?? {})).toBe('Carry out this plan of 3 steps?')
  })

  test('is not passed by an answer to a question, whatever it says', async () => {
    const stage = await waiting()
    const [gate] = ofType(stage, 'question.asked')
    const answer = await stage.tell({
      type: 'answer',
      by: 'person',
      text: 'No, not yet',
      question: gate?.data.id ?? '',
    })
    expect(answer).toMatchObject({
      refusal: { code: 'illegal_command', message: expect.stringContaining('Approve it') },
    })
    await stage.untilRest()
    expect(ofType(stage, 'plan.committed')).toEqual([])
  })

  test('takes an edited plan, as JSON or as text, and commits it', async () => {
    for (const text of [planOf(step('only', 'tester')), planText([step('only', 'tester')])]) {
      const stage = await waiting()
      await stage.tell({ type: 'approve', by: 'person', text })
      await stage.untilRest()
      expect(ofType(stage, 'plan.committed')[0]?.data).toMatchObject({ version: 2, steps: [step('only', 'tester')] })
      expect(ofType(stage, 'plan.drafted').at(-1)?.data.by).toBe('user')
      expect(ending(stage)?.state).toBe('completed')
    }
  })

  test('refuses an edit that cannot be carried out, says why, and keeps waiting', async () => {
    const stage = await waiting()
    const answer = await stage.tell({ type: 'approve', by: 'person', text: planOf(step('s1', 'zed')) })
    expect(answer).toMatchObject({ refusal: { code: 'invalid_plan', message: expect.stringContaining('"zed"') } })
    expect(ofType(stage, 'plan.committed')).toEqual([])
    await stage.tell({ type: 'approve', by: 'person' })
    await stage.untilRest()
    expect(ofType(stage, 'plan.committed')[0]?.data.steps).toEqual(three)
  })

  test('sends a rejected plan back to the planner with the user’s feedback', async () => {
    const stage = await waiting([planOf(...three), planOf(step('small', 'coder'))])
    await stage.tell({ type: 'reject', by: 'person', feedback: 'Smaller, please.' })
    await stage.untilRest()
    expect(asksOf(stage, 'planner', 'plan')[1]).toContain('Smaller, please.')
    await stage.tell({ type: 'approve', by: 'person' })
    await stage.untilRest()
    expect(ofType(stage, 'plan.committed')[0]?.data.steps).toEqual([step('small', 'coder')])
    expect(asksOf(stage, 'coder', 'review_plan')).toHaveLength(1)
  })

  describe('with steps that would act without asking', () => {
    const bold = [
      step('s1', 'coder', { approve: 'auto', tools: ['write', 'bash', 'read'], budget: { files: 3 } }),
      step('s2', 'tester', { approve: 'auto', tools: ['read'] }),
      step('s3', 'tester'),
    ]
    const tools = Object.fromEntries(
      [
        tool('write', { permission: 'edit', reaches: ['files'] }),
        tool('bash', { reaches: ['commands'] }),
        tool('read', { readOnly: true }),
      ].map((one) => [one.name, one]),
    )
    const atGate = async (...steps: readonly PlanStep[]) => {
      const stage = new SimulatedSession({ model: cast({ planner: { Plan: planOf(...steps) } }) })
      await stage.create(crewOf({ settings: { yes: false, tools } }))
      await stage.untilRest()
      return stage
    }
    const committed = (stage: SimulatedSession) =>
      ofType(stage, 'plan.committed')[0]?.data.steps.map(({ approve }) => approve)

    test('lists them, with what they may change and run', async () => {
      const [gate] = ofType(await atGate(...bold), 'question.asked')
      const words = 'may change at most 3 files and run commands without asking'
      expect(gate?.data.grants).toEqual([{ step: 's1', owner: 'coder', words }])
      expect(gate?.data.question).toBe(`Carry out this plan of 3 steps? s1 (coder) ${words}.`)
    })

    test('allows them if the user simply approves', async () => {
      const stage = await atGate(...bold)
      await stage.tell({ type: 'approve', by: 'person' })
      expect(committed(stage)).toEqual(['auto', 'auto', undefined])
    })

    test('allows none of them if the user wants to be asked', async () => {
      const stage = await atGate(...bold)
      await stage.tell({ type: 'approve', by: 'person', ask: true })
      expect(committed(stage)).toEqual(['ask', 'ask', 'ask'])
    })

    test('allows none of them if the user has edited the plan and wants to be asked', async () => {
      const stage = await atGate(step('s9', 'coder'))
      await stage.tell({ type: 'approve', by: 'person', ask: true, text: planText(bold) })
      expect(committed(stage)).toEqual(['ask', 'ask', 'ask'])
    })

    test('names nothing if no step acts without asking', async () => {
      const [gate] = ofType(await atGate(step('s1', 'coder', { approve: 'ask' })), 'question.asked')
      expect(gate?.data).not.toHaveProperty('grants')
      expect(gate?.data.question).toBe('Carry out this plan of 1 step?')
    })
  })

  test('can be disabled, and then a step approves nothing in advance', async () => {
    const steps = [step('s1', 'coder', { approve: 'auto' })]
    const stage = await played(steps, {}, { settings: { yes: false, mode: { approve: false } } })
    expect(ofType(stage, 'question.asked')).toEqual([])
    expect(ofType(stage, 'plan.committed')[0]?.data.steps[0]?.approve).toBeUndefined()
    expect(ofType(stage, 'warning').map(({ data }) => data.code)).toContain('grant_ignored')
    expect(ending(stage)?.state).toBe('completed')
  })
})
