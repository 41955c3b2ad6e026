import { SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { cast, crewOf, headingOf, lookingFirst, planOf, step } from './crew.ts'
import { asksOf, BLOCKED, ending, expectOneOwner, ofType, played, statesOf, voting } from './story.ts'

describe('a review', () => {
  test('sends a step back, which then runs again with the steps that depend on it', async () => {
    const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })]
    const stage = await played(steps, { reviewer: { Review: ['REOPEN: no test', 'ACCEPT', 'ACCEPT'] } })
    expect(statesOf(stage, 's1')).toEqual(['running', 'finished', 'reopened', 'running', 'finished', 'accepted'])
    expect(statesOf(stage, 's2')).toEqual([
      'running',
      'finished',
      'accepted',
      'pending',
      'running',
      'finished',
      'accepted',
    ])
    expect(asksOf(stage, 'coder', 'work')[1]).toContain('no test')
    const phases = ofType(stage, 'run.state').map(({ data }) => data.trigger)
    expect(phases).toEqual(expect.arrayContaining(['stepsFinished', 'stepReopened', 'reviewComplete']))
    expectOneOwner(stage)
  })

  test('sends a step back twice at most, then the team accepts it, hands it off or drops it', async () => {
    const accepted = await played([step('s1', 'coder')], {
      ...voting('accept as is'),
      anybody: { Review: 'REOPEN: no' },
    })
    expect(statesOf(accepted, 's1').filter((state) => state === 'reopened')).toHaveLength(2)
    expect(ofType(accepted, 'decision.proposed')[0]?.data.options).toEqual([
      'accept as is',
      'reassign',
      'drop the step',
    ])
    expect(statesOf(accepted, 's1').at(-1)).toBe('accepted')
    const lines = voting('reassign')
    const reviews = { Review: ['REOPEN: no', 'REOPEN: no', 'REOPEN: no', 'ACCEPT'] }
    const reassigned = await played([step('s1', 'coder')], { ...lines, reviewer: { ...lines.reviewer, ...reviews } })
    expect(ofType(reassigned, 'step.state').at(-1)?.data).toMatchObject({ to: 'accepted', owner: 'tester' })
    const dropped = await played([step('s1', 'coder'), step('s2', 'tester')], {
      ...voting('drop the step'),
      reviewer: {
        Vote: 'VOTE: drop the step\nREASON: enough',
        Review: ['REOPEN: no', 'ACCEPT', 'REOPEN: no', 'REOPEN: no'],
      },
    })
    expect(statesOf(dropped, 's1').at(-1)).toBe('skipped')
    expectOneOwner(reassigned)
  })

  test('is never made by the owner of the step', async () => {
    const steps = [step('s1', 'reviewer'), step('s2', 'coder')]
    const stage = await played(steps)
    const reviews = ofType(stage, 'task.assigned').filter(({ data }) => data.kind === 'review')
    expect(reviews.map(({ data, step: id }) => `${id} ${data.to}`)).toEqual(['s1 planner', 's2 reviewer'])
  })

  test('is made by the judge if the team has one', async () => {
    const judge = { ...crewOf().team.members[0], slug: 'judge', name: 'Judge', seat: 'judge' } as never
    const stage = await played([step('s1', 'coder')], {}, { team: { judge } })
    expect(asksOf(stage, 'judge', 'review')).toHaveLength(1)
    expect(asksOf(stage, 'judge', 'review_plan')).toHaveLength(0)
  })

  test('without a verdict is requested once more, and then the plan is not done', async () => {
    const stage = await played([step('s1', 'coder')], { reviewer: { Review: 'Hm.' } })
    expect(asksOf(stage, 'reviewer', 'review')).toHaveLength(2)
    expect(statesOf(stage, 's1').at(-1)).toBe('finished')
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'steps_not_accepted' })
  })

  test('locks out the author of a rejected step if the settings say so', async () => {
    const stage = await played(
      [step('s1', 'coder')],
      { reviewer: { Review: ['REOPEN: no', 'ACCEPT'] } },
      { settings: { mode: { lockOut: true } } },
    )
    expect(asksOf(stage, 'coder', 'work')).toHaveLength(1)
    expect(ofType(stage, 'step.state').at(-1)?.data).toMatchObject({ to: 'accepted', owner: 'tester' })
    expectOneOwner(stage)
  })
})

describe('failures', () => {
  /** The coder fails at its step, and everybody votes for this choice. */
  async function failing(choice: string): Promise<SimulatedSession> {
    const vote = { Vote: `VOTE: ${choice}\nREASON: so it is` }
    const plan = { Plan: planOf(step('s1', 'coder'), step('s2', 'tester')) }
    const lines = cast({ planner: plan, coder: vote, tester: vote, reviewer: vote })
    const stage = new SimulatedSession({
      model: (request, call) =>
        request.agent === 'coder' && headingOf(request) === 'Task'
          ? ([{ type: 'failed', code: 'refused', message: 'No.', retryable: false }] as never)
          : lines(request, call),
    })
    await stage.create(crewOf())
    await stage.untilRest()
    return stage
  }

  test('an owner that fails puts its step to the team: retry, reassign or drop', async () => {
    const stage = await failing('try again')
    expect(ofType(stage, 'decision.proposed')[0]?.data).toMatchObject({
      topic: 'Step s1 has failed: No.',
      options: ['try again', 'reassign', 'drop the step'],
      step: 's1',
    })
    expect(statesOf(stage, 's1').filter((state) => state === 'running')).toHaveLength(4)
    expect(statesOf(stage, 's1').at(-1)).toBe('failed')
    expect(statesOf(stage, 's2').at(-1)).toBe('accepted')
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'steps_failed' })
  })

  test('a failed step that is reassigned is done by another member', async () => {
    const stage = await failing('reassign')
    expect(ofType(stage, 'step.state').findLast(({ data }) => data.step === 's1')?.data).toMatchObject({
      to: 'accepted',
      owner: 'tester',
    })
    expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'done' })
  })

  test('a failed step that the team drops does not fail the run', async () => {
    const stage = await failing('drop the step')
    expect(statesOf(stage, 's1')).toEqual(['running', 'blocked', 'skipped'])
    expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'done' })
  })

  test('a planner that fails permanently fails the run', async () => {
    const stage = new SimulatedSession({
      model: () => [{ type: 'failed', code: 'refused', message: 'No.', retryable: false }] as never,
    })
    await stage.create(crewOf())
    await stage.untilRest()
    expect(ending(stage)).toMatchObject({ state: 'failed', reason: 'error:refused' })
  })

  test('a plan without a finished step has failed', async () => {
    const stage = await played([step('s1', 'coder')], { coder: { Task: BLOCKED } })
    expect(ending(stage)).toMatchObject({ state: 'failed', reason: 'error:no_step_done' })
  })
})

describe('a limit', () => {
  test.each([6, 8, 9, 10])('of %i turns ends the plan with the results so far, from the reserve', async (maxTurns) => {
    const steps = [
      step('s1', 'coder'),
      step('s2', 'tester', { dependsOn: ['s1'] }),
      step('s3', 'coder', { dependsOn: ['s2'] }),
    ]
    const stage = await played(steps, {}, { limits: { maxTurns } })
    expect(stage.world.violations).toEqual([])
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'limit:turns' })
    expect(ofType(stage, 'artifact').some(({ data }) => data.kind === 'report')).toBe(true)
    for (const { id } of steps)
      expect(['finished', 'accepted', 'failed', 'skipped']).toContain(statesOf(stage, id).at(-1) ?? 'skipped')
  })

  test('before there is a plan is a failure: there is no result', async () => {
    const stage = await played([step('s1', 'coder')], {}, { limits: { maxTurns: 2 } })
    expect(ending(stage)).toMatchObject({ state: 'failed', reason: 'limit:turns' })
    expect(ofType(stage, 'plan.committed')).toEqual([])
  })
})

test('a message to the lead waits for its next call; one to an owner goes with its step', async () => {
  const stage = new SimulatedSession({
    model: cast({ planner: { Plan: planOf(step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })) } }),
  })
  await stage.create(crewOf())
  while (!stage.events.some(({ type }) => type === 'step.state')) await stage.play(20)
  await stage.tell({ type: 'message', text: 'Use the new parser.', to: 'tester' })
  await stage.tell({ type: 'message', text: 'Be brief at the end.' })
  await stage.untilRest()
  const heard = ofType(stage, 'task.assigned').filter(({ data }) => data.takes?.length)
  expect(heard.map(({ data }) => `${data.to} ${data.kind}`)).toEqual(['tester work', 'planner synthesize'])
  await stage.tell({ type: 'message', text: 'Is it done?' })
  await stage.untilRest()
  expect(asksOf(stage, 'planner', 'follow_up')).toEqual(['Is it done?'])
})

test('a question about progress is answered at once and by code', async () => {
  const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })]
  const stage = new SimulatedSession({ model: cast({ planner: { Plan: planOf(...steps) } }) })
  await stage.create(crewOf())
  while (statesOf(stage, 's2').length === 0) await stage.play(20)
  await stage.tell({ type: 'message', text: 'how far?' })
  const note = ofType(stage, 'message').at(-1)?.data
  expect(note).toMatchObject({ author: 'convene', text: expect.stringContaining('1 of 2 steps done; s2 is running.') })
})

test('steps that depend on one the team hands to another member are redone too', async () => {
  const lines = voting('reassign')
  const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })]
  const firstOnly = (count: number) => Array.from({ length: count }, () => ['REOPEN: no', 'ACCEPT']).flat()
  const reviewer = { ...lines.reviewer, Review: [...firstOnly(3), 'ACCEPT'] }
  const stage = await played(steps, { ...lines, reviewer })
  const runs = (id: string) => statesOf(stage, id).filter((state) => state === 'running').length
  expect([runs('s1'), runs('s2')]).toEqual([4, 4])
})

test.each([0.125, 0.175, 0.225, 0.275])(
  'the lead has the last word, whenever a limit of %d seconds is reached',
  async (seconds) => {
    const stage = await played([step('s1', 'coder')], {}, { limits: { maxDuration: seconds / 60 } })
    const isDone = statesOf(stage, 's1').includes('finished')
    expect(ending(stage)?.summary.includes('All is done.')).toBe(isDone)
  },
)

test('a vote that the user proposed is taken before the run ends', async () => {
  const stage = new SimulatedSession({ model: cast({ planner: { Plan: planOf(step('s1', 'coder')) } }) })
  await stage.create(crewOf())
  while (!ofType(stage, 'task.assigned').some(({ data }) => data.kind === 'synthesize')) await stage.play(20)
  await stage.tell({ type: 'propose', topic: 'Ship?', options: ['yes', 'no'] })
  await stage.untilRest()
  expect(ofType(stage, 'decision.committed')).toHaveLength(1)
  expect(ending(stage)?.state).toBe('completed')
})

test('what a reviewer says about lines is stored as comments on them, and its author reads it when the step reopens', async () => {
  const said =
    '- **`src/a.ts:12`** (high): it is never closed\n- src/b.ts:3: nit: spelling\n\nREOPEN: one file stays open'
  const stage = await played([step('s1', 'coder')], { reviewer: { Review: [said, 'ACCEPT'] } })
  expect(ofType(stage, 'line.commented').map(({ agent, step: of, data }) => ({ agent, of, ...data }))).toEqual([
    {
      ...{ agent: 'reviewer', of: 's1', id: 'c1', side: 'new' },
      ...{ path: 'src/a.ts', line: 12, severity: 'high', text: 'it is never closed' },
    },
    {
      ...{ agent: 'reviewer', of: 's1', id: 'c2', side: 'new' },
      ...{ path: 'src/b.ts', line: 3, severity: 'low', text: 'spelling' },
    },
  ])
  expect(asksOf(stage, 'coder', 'work')[1]).toContain('it is never closed')
})

test('a comment of a reviewer keeps its line with what is around it, as the change it read shows that', async () => {
  const patch =
    'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,3 @@\n one\n+open()\n two\n'
  const stage = new SimulatedSession({
    model: lookingFirst(
      cast({
        planner: { Plan: planOf(step('s1', 'coder', { worktree: true })) },
        reviewer: { Review: ['a.ts:2: high: it is never closed\nother.ts:2: low: hm\n\nREOPEN: close it', 'ACCEPT'] },
      }),
    ),
    workspace: { capture: async ({ worktree }) => ({ commit: 'c0ffee', patch: worktree === undefined ? '' : patch }) },
  })
  const permissions = [{ layer: 'user' as const, rules: { read: 'allow' as const } }]
  const worktrees = { folder: '/home/ada/.convene/worktrees', inside: '', agents: [] }
  await stage.create(crewOf({ settings: { worktrees, permissions } }))
  await stage.untilRest()
  expect(ofType(stage, 'line.commented').map(({ data }) => [data.path, data.around])).toEqual([
    ['src/a.ts', { before: ['one'], quote: 'open()', after: ['two'] }],
    ['other.ts', undefined],
  ])
})
