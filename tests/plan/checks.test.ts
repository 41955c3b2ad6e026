import type { Check, PlanStep } from '@convene/domain'
import type { Checked, CheckRequest, Checks } from '@convene/engine'
import { SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Cast, cast, crewOf, planOf, step } from './crew.ts'
import { asksOf, ending, ofType, statesOf } from './story.ts'

const npmTest: Check = { kind: 'command', run: 'npm test' }
const checked = (id: string, more: Partial<PlanStep> = {}) => step(id, 'coder', { checks: [npmTest], ...more })

type Answer = (request: CheckRequest, count: number) => Checked

const failed: Checked = { outcome: 'failed', reason: 'exit code 1', exit: 1, output: 'AssertionError: 1 is not 2' }
const passed: Checked = { outcome: 'passed', exit: 0 }
const honest: Answer = ({ moment }) => (moment === 'before' ? failed : passed)

/** A crew whose checks are answered like this. The user approves the plan at the gate. */
async function working(
  steps: readonly PlanStep[],
  answer: Answer = honest,
  { lines = {}, settings = {} }: { lines?: Cast; settings?: object } = {},
) {
  const asked: CheckRequest[] = []
  const stage = new SimulatedSession({
    model: cast({ planner: { Plan: planOf(...steps) }, ...lines }),
    checks: {
      run: async (request) => {
        asked.push(request)
        return answer(request, asked.length)
      },
    },
  })
  await stage.create(crewOf({ settings: { yes: false, ...settings } }))
  await stage.untilRest()
  if (ofType(stage, 'question.answered').length === 0) {
    await stage.tell({ type: 'approve', by: 'person' })
    await stage.untilRest()
  }
  return { stage, asked, moments: asked.map(({ moment }) => moment) }
}

describe('a step with a check', () => {
  test('is proven if the check fails before it and passes after it, on the final files', async () => {
    const { stage, moments } = await working([checked('s1')])
    expect(moments).toEqual(['before', 'after', 'final'])
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1, said: [] } })
    expect(ending(stage)?.summary).toContain('`npm test`: passes now (it failed before)')
  })

  test('shows its checks at the gate', async () => {
    const { stage } = await working([checked('s1')])
    const [gate] = ofType(stage, 'question.asked')
    expect(gate?.data.question).toContain('s1 is done when `npm test` passes.')
    expect(gate?.data.text).toContain('   check: npm test')
  })

  test('is sent back with the end of the output if the check fails', async () => {
    const answer: Answer = ({ moment }, count) => (moment === 'before' || count === 2 ? failed : passed)
    const { stage } = await working([checked('s1')], answer)
    expect(statesOf(stage, 's1')).toEqual(['running', 'reopened', 'running', 'finished', 'accepted'])
    expect(asksOf(stage, 'coder', 'work')[1]).toContain('AssertionError: 1 is not 2')
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1 } })
  })

  test('never passes on the word of its owner and its reviewer alone', async () => {
    const { stage } = await working([checked('s1')], () => failed)
    expect(statesOf(stage, 's1')).not.toContain('accepted')
    expect(ending(stage)?.state).not.toBe('completed')
  })

  test('is sent back if the check fails on the final files', async () => {
    const seen = { s1: 0 }
    const answer: Answer = ({ moment }) => {
      if (moment === 'final') seen.s1 += 1
      return moment === 'before' || (moment === 'final' && seen.s1 === 1) ? failed : passed
    }
    const { stage } = await working([checked('s1')], answer)
    expect(statesOf(stage, 's1')).toEqual([
      'running',
      'finished',
      'accepted',
      'reopened',
      'running',
      'finished',
      'accepted',
    ])
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1 } })
  })

  test.each<[string, Answer, string]>([
    ['passed before', () => passed, 'still passes (it also passed before)'],
    [
      'changed the test',
      ({ moment }) => (moment === 'before' ? failed : { ...passed, tampered: ['test/a.test.js was changed'] }),
      'passes, but its author changed the test (test/a.test.js was changed)',
    ],
    [
      'runs fewer tests than before',
      ({ moment }) => (moment === 'before' ? { ...failed, output: '# tests 12' } : { ...passed, output: '# tests 3' }),
      'its author changed the test (it ran 12 tests before and 3 now)',
    ],
  ])('is accepted on the word of its reviewer if the check %s', async (_, answer, words) => {
    const { stage } = await working([checked('s1')], answer)
    expect(ending(stage)).toMatchObject({
      state: 'completed',
      proof: { proven: 0, said: [{ by: 'reviewer', steps: 1 }] },
    })
    expect(ending(stage)?.summary).toContain(words)
  })

  test('is accepted on the word of its reviewer if the check could not run, and the run is not done', async () => {
    const { stage } = await working([checked('s1')], ({ moment }) =>
      moment === 'before' ? failed : { outcome: 'not_run', reason: 'npm is missing' },
    )
    expect(ending(stage)).toMatchObject({
      state: 'cancelled',
      reason: 'checks_not_run',
      lacks: { what: 'checks', done: 0, of: 1 },
      proof: { proven: 0, said: [{ by: 'reviewer', steps: 1 }], checks: { passed: 0, of: 1 } },
    })
    expect(ending(stage)?.summary).toContain('was not run (npm is missing)')
  })

  test('that runs next to another is a guard: nobody can tell whose work the check saw', async () => {
    const { stage } = await working([checked('s1'), step('s2', 'tester')])
    expect(ending(stage)).toMatchObject({ proof: { proven: 0 } })
    expect(ending(stage)?.summary).toContain('other steps worked on the same files at the same time')
  })

  test('gives its reviewer what was seen', async () => {
    const { stage } = await working([checked('s1')])
    expect(asksOf(stage, 'reviewer', 'review')[0]).toContain('`npm test`: passes now (it failed before)')
  })

  test('is accepted by proof if its review cannot be read', async () => {
    const { stage } = await working([checked('s1')], honest, { lines: { reviewer: { Review: 'Hm.' } } })
    expect(statesOf(stage, 's1').at(-1)).toBe('accepted')
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1 } })
  })

  test('asks you at the end, and is sent back if you say no', async () => {
    const steps = [step('s1', 'coder', { checks: [{ kind: 'you', question: 'Does it look right?' }] })]
    const { stage } = await working(steps)
    const asked = () => ofType(stage, 'question.asked').at(-1)?.data
    expect(asked()?.question).toBe('Step s1: Does it look right?')
    await stage.tell({ type: 'answer', text: 'no', by: 'person' })
    await stage.untilRest()
    expect(statesOf(stage, 's1')).toContain('reopened')
    await stage.tell({ type: 'answer', text: 'yes', by: 'person' })
    await stage.untilRest()
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 0, said: [{ by: 'user', steps: 1 }] } })
  })
})

describe('without a gate', () => {
  test('no command of a plan runs, and the step is on the word of its reviewer', async () => {
    const { stage, asked } = await working([checked('s1')], honest, { settings: { yes: true } })
    expect(asked).toEqual([])
    expect(ending(stage)).toMatchObject({
      state: 'cancelled',
      reason: 'checks_not_run',
      proof: { proven: 0, said: [{ by: 'reviewer', steps: 1 }] },
    })
    expect(ending(stage)?.summary).toContain('nobody has approved it')
  })

  test('the commands that the owner of the workspace has named run', async () => {
    const settings = { yes: true, checks: { project: ['npm test'], found: [] } }
    const { stage } = await working([checked('s1')], honest, { settings })
    expect(ending(stage)).toMatchObject({ proof: { proven: 1, said: [] } })
  })
})

describe('the checks that the user gives with a plan', () => {
  const given = { options: { checks: ['npm test'] } }

  test('belong to the last step, and run without a gate too', async () => {
    const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })]
    const { stage, asked } = await working(steps, honest, { settings: { ...given, yes: true } })
    expect(ofType(stage, 'plan.committed')[0]?.data.steps.map(({ checks }) => checks)).toEqual([undefined, [npmTest]])
    expect(asked.map(({ since }) => since)).toEqual(['1-s2', '1-s2', '1-s2'])
    expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1, checks: { passed: 1, of: 1 } } })
  })

  test('take the place of a guard of the same command', async () => {
    const settings = { ...given, checks: { project: [], found: ['npm test'] } }
    const { stage } = await working([step('s1', 'coder')], honest, { settings })
    expect(ofType(stage, 'plan.committed')[0]?.data.steps[0]?.checks).toEqual([npmTest])
  })
})

test('a step without a check gets the first command of the project as a guard, which was not its fault before', async () => {
  const settings = { checks: { project: [], found: ['npm test', 'npm run lint'] } }
  const { stage } = await working([step('s1', 'coder')], () => failed, { settings })
  const [gate] = ofType(stage, 'question.asked')
  expect(gate?.data.text).toContain('   guard: npm test')
  expect(statesOf(stage, 's1')).toEqual(['running', 'finished', 'accepted'])
  expect(ending(stage)?.summary).toContain('`npm test`: fails')
})

/** A plan with one checked step, a few seconds after its approval. */
async function approved(checks: Checks): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: cast({ planner: { Plan: planOf(checked('s1')) } }), checks })
  await stage.create(crewOf({ settings: { yes: false } }))
  await stage.untilRest()
  await stage.tell({ type: 'approve', by: 'person' })
  await stage.play(5_000)
  return stage
}

test('a check that a killed process had started runs again, and counts once', async () => {
  let hangs = true
  const checks = {
    run: async (request: CheckRequest): Promise<Checked> => {
      if (!hangs || request.moment !== 'after') return honest(request, 0)
      hangs = false
      return new Promise(() => {})
    },
  }
  const stage = await approved(checks)
  expect(ofType(stage, 'check.started').at(-1)?.data.moment).toBe('after')
  await stage.restart()
  await stage.untilRest()
  expect(ofType(stage, 'effect.lost')).toHaveLength(1)
  expect(ofType(stage, 'check.started').filter(({ data }) => data.moment === 'after')).toHaveLength(2)
  expect(ofType(stage, 'check.finished').filter(({ data }) => data.moment === 'after')).toHaveLength(1)
  expect(ending(stage)).toMatchObject({ state: 'completed', proof: { proven: 1 } })
})

test('a stop ends a running check, and the run', async () => {
  const checks = { run: async (): Promise<Checked> => new Promise(() => {}) }
  const stage = await approved(checks)
  await stage.tell({ type: 'stop' })
  await stage.untilRest()
  expect(ofType(stage, 'effect.aborted')).toHaveLength(1)
  expect(ending(stage)?.state).toBe('cancelled')
})

test("a later step's new test is not blamed on the owner of the step before", async () => {
  const answer: Answer = ({ moment }) =>
    moment === 'before' ? failed : moment === 'after' ? passed : { ...passed, tampered: ['test/a.test.js was changed'] }
  const { stage } = await working([checked('s1')], answer)
  const summary = ending(stage)?.summary
  expect(summary).toContain('a later step changed the test (test/a.test.js was changed)')
  expect(summary).not.toContain('its author')
})

test('a check that hangs is ended by its time limit, and is not a pass', async () => {
  const { stage } = await working([checked('s1')], (request) =>
    request.moment === 'before' ? failed : (new Promise(() => {}) as never),
  )
  expect(ending(stage)).toMatchObject({ proof: { proven: 0 } })
  expect(ending(stage)?.summary).toContain('was not run (it took longer than 600 s)')
})
