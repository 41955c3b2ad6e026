import { type PlanStep, planText } from '@convene/domain'
import { SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { cast, crewOf, planOf, step } from './crew.ts'
import { asksOf, ending, expectOneOwner, ofType, played, statesOf } from './story.ts'

const three = [step('s1', 'coder'), step('s2', 'coder'), step('s3', 'tester', { dependsOn: ['s1', 's2'] })]

describe('a plan', () => {
  test('is drafted, reviewed once by each teammate, committed, carried out and reviewed', async () => {
    const stage = await played(three)
    expect(stage.world.violations).toEqual([])
    expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'done' })
    expect(ofType(stage, 'plan.reviewed').map(({ data }) => [data.by, data.verdict])).toEqual([
      ['coder', 'approve'],
      ['tester', 'approve'],
      ['reviewer', 'approve'],
    ])
    expect(ofType(stage, 'plan.committed')[0]?.data).toMatchObject({ version: 1, steps: three })
    for (const id of ['s1', 's2', 's3']) expect(statesOf(stage, id)).toEqual(['running', 'finished', 'accepted'])
    expectOneOwner(stage)
  })

  test('runs independent steps in parallel, and dependent steps afterwards', async () => {
    const stage = await played(three)
    const moves = ofType(stage, 'step.state').map(({ data }) => `${data.step} ${data.to}`)
    expect(moves.slice(0, 2)).toEqual(['s1 running', 's2 running'])
    expect(moves.indexOf('s3 running')).toBeGreaterThan(moves.indexOf('s2 finished'))
  })

  test('runs no more steps at once than its settings allow', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((id) => step(id, 'coder'))
    const stage = await played(many, {}, { settings: { mode: { maxParallel: 2 } } })
    let [running, most] = [0, 0]
    for (const { data } of ofType(stage, 'step.state')) {
      if (data.to === 'running') running += 1
      if (data.from === 'running') running -= 1
      most = Math.max(most, running)
    }
    expect(most).toBe(2)
    expect(ending(stage)?.state).toBe('completed')
  })

  test('is revised once if a teammate has concerns, and the concerns reach the planner', async () => {
    const lines = { tester: { 'Review plan': 'CONCERNS: Nobody checks s2.' } }
    const stage = await played(three, lines)
    expect(ofType(stage, 'plan.drafted').map(({ data }) => data.version)).toEqual([1, 2])
    const [, revision] = asksOf(stage, 'planner', 'plan')
    expect(revision).toContain('Nobody checks s2.')
    expect(asksOf(stage, 'tester', 'review_plan')).toHaveLength(1)
    expect(ofType(stage, 'plan.committed')[0]?.data.version).toBe(2)
  })

  test('shows the team by role and capability', async () => {
    const stage = await played([step('s1', 'coder')])
    const note = ofType(stage, 'message').find(({ data }) => data.author === 'convene')
    expect(note?.data.text).toBe(
      'Team: Coder (code, write), Tester (test, code), Reviewer (review, code), Planner leads and plans.',
    )
  })

  test('is drafted by the member with the slug planner, even if another member leads', async () => {
    const lead = crewOf({}).team.members[0]
    const run = crewOf(
      { team: { ...(lead && { lead: { ...lead, slug: 'head', name: 'Head', seat: 'lead' } }) } },
      'planner',
      'coder',
    )
    const stage = new SimulatedSession({ model: cast({ planner: { Plan: planOf(step('s1', 'coder')) } }) })
    await stage.create(run)
    await stage.untilRest()
    expect(ofType(stage, 'plan.drafted')[0]?.data.by).toBe('planner')
    expect(asksOf(stage, 'head', 'synthesize')).toHaveLength(1)
  })

  test('is written in a form that users can edit, and reads back unchanged', () => {
    const full: PlanStep = step('s2', 'tester', {
      dependsOn: ['s1'],
      tools: ['read', 'shell'],
      approve: 'ask',
      budget: { minutes: 5, tokens: 2_000, toolCalls: 3, files: 1 },
      worktree: true,
    })
    const text = planText([step('s1', 'coder', { tools: [] }), full])
    expect(text).toMatchInlineSnapshot(`
      "s1. coder: Do s1.
         acceptance: s1 is done.
         tools: none

      s2. tester: Do s2.
         acceptance: s2 is done.
         after: s1
         tools: read, shell
         approve: ask
         budget: 5 minutes, 2,000 tokens, 3 calls, 1 file
         worktree: yes"
    `)
  })
})

const bad: readonly (readonly [what: string, plan: string, says: string])[] = [
  [
    'a cycle',
    planOf(step('s1', 'coder', { dependsOn: ['s2'] }), step('s2', 'coder', { dependsOn: ['s1'] })),
    's1 → s2 → s1',
  ],
  ['an unknown owner', planOf(step('s1', 'zed')), '"zed"'],
  ['an unknown dependency', planOf(step('s1', 'coder', { dependsOn: ['s9'] })), '"s9"'],
  ['an id that is used twice', planOf(step('s1', 'coder'), step('s1', 'tester')), 'used twice'],
  ['no steps', planOf(), 'at least one'],
  ['1,000 steps', planOf(...Array.from({ length: 1_000 }, (_, index) => step(`s${index}`, 'coder'))), '1000 steps'],
  ['no JSON', 'First the parser, then the tests.', 'no plan'],
  ['JSON that is cut', '{"steps":[{"id":"s1"', 'cut off'],
  ['a step without an owner', '{"steps":[{"id":"s1","description":"x"}]}', 'owner'],
  ['a tool that nobody has', planOf(step('s1', 'coder', { tools: ['fly'] })), '"fly"'],
]

describe.each(bad)('a plan with %s', (_what, plan, says) => {
  test('is reported to the planner, and a repaired one is carried out', async () => {
    const stage = await played([], { planner: { Plan: [plan, planOf(step('s1', 'coder'))] } })
    const [, again] = asksOf(stage, 'planner', 'plan')
    expect(again).toContain(says)
    expect(ending(stage)).toMatchObject({ state: 'completed' })
  })

  test('three times in a row fails the run, and says what is wrong', async () => {
    const stage = await played([], { planner: { Plan: plan } })
    expect(asksOf(stage, 'planner', 'plan')).toHaveLength(3)
    expect(ending(stage)).toMatchObject({ state: 'failed', reason: 'error:invalid_plan' })
    // The planner reads what form is wanted, people only what it is.
    expect(ending(stage)?.summary).toContain(says === 'no plan' ? 'has no steps' : says)
    expect(ofType(stage, 'step.state')).toEqual([])
  })
})

test('a revision that is unusable three times leaves the plan that was reviewed', async () => {
  const lines = { planner: { Plan: [planOf(...three), 'nothing'] }, tester: { 'Review plan': 'CONCERNS: the order' } }
  const stage = await played([], lines)
  expect(ofType(stage, 'plan.committed')[0]?.data).toMatchObject({ version: 1, steps: three })
  expect(ofType(stage, 'warning').map(({ data }) => data.code)).toContain('revision_failed')
})

test('a plan of a hundred steps is carried out, whatever their dependencies', async () => {
  const steps = Array.from({ length: 100 }, (_, index) =>
    step(`s${index}`, index % 2 === 0 ? 'coder' : 'tester', {
      description: `${index} `.repeat(500),
      dependsOn: index > 2 ? [`s${index - 2}`, `s${Math.floor(index / 2)}`] : [],
    }),
  )
  const stage = await played(steps)
  expect(stage.world.violations).toEqual([])
  expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'done' })
  expectOneOwner(stage)
  const longest = Math.max(...asksOf(stage, 'coder', 'work').map(({ length }) => length))
  expect(longest).toBeLessThan(30_000)
})

test('the owner of a plan’s only step reads so, not that it is one of 1 steps', async () => {
  const stage = await played([step('s1', 'coder')])
  expect(asksOf(stage, 'coder', 'work')[0]).toContain('s1, the only step')
})
