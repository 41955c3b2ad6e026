import { timelineOf } from '@convene/reading'
import { callParts, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { cast, crewOf, headingOf, planOf, step } from './crew.ts'
import { BLOCKED, ending, expectOneOwner, forkId, ofType, played, statesOf, voting } from './story.ts'

/** Two steps. The first is blocked, decided, handed off and sent back. One command is denied and one is allowed. */
async function story(): Promise<SimulatedSession> {
  const rules = { '*': 'allow', shell: 'ask' }
  const lines = cast({
    ...voting('use a fixture'),
    planner: { Plan: planOf(step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })) },
    coder: { ...voting('use a fixture').coder, Task: [BLOCKED, 'Half of it.\nHANDOFF: tester: it is about tests'] },
    reviewer: { ...voting('use a fixture').reviewer, Review: ['REOPEN: no proof', 'ACCEPT'] },
  })
  const stage = new SimulatedSession({
    model: (request, call) => {
      const acts = request.agent === 'tester' && request.effect.includes('s2/run1/say1.')
      return acts && headingOf(request) === 'Task'
        ? callParts(['shell', 'rm x'], ['shell', 'make'])
        : lines(request, call)
    },
  })
  await stage.create(crewOf({ settings: { permissions: [{ layer: 'user', rules: rules as never }] } }))
  for (let round = 0; round < 10; round++) {
    await stage.untilRest()
    const ask = [...stage.world.ledger(stage.session).asks.values()][0]
    if (!ask) break
    const denies = ask.data.resource === 'rm x'
    const answer = denies ? ({ answer: 'deny', reason: 'keep x' } as const) : ({ answer: 'once' } as const)
    await stage.tell({ type: 'permit', ask: ask.data.ask, by: 'person', ...answer })
  }
  return stage
}

describe('Acceptance criteria of the collaboration protocol', () => {
  test('Team can plan and execute a multi-step task; decisions recorded as ADRs', async () => {
    const stage = await story()
    expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'done' })
    for (const id of ['s1', 's2']) expect(statesOf(stage, id).at(-1)).toBe('accepted')
    const [decided] = ofType(stage, 'decision.committed')
    expect(decided?.data.adr).toMatch(/Context[\s\S]*Options[\s\S]*Decision[\s\S]*use a fixture/)
    const [record] = ofType(stage, 'artifact').filter(({ data }) => data.kind === 'adr')
    expect(record?.data.text).toBe(decided?.data.adr)
    expect(ofType(stage, 'artifact').some(({ data }) => data.kind === 'report')).toBe(true)
  })

  test('Tool calls honored by policy with approvals; denials logged with rationale', async () => {
    const stage = await story()
    const answers = ofType(stage, 'permission.answered').map(({ data }) => [data.answer, data.reason])
    expect(answers).toEqual([
      ['deny', 'keep x'],
      ['once', undefined],
    ])
    const results = ofType(stage, 'tool.finished').map(({ data }) => [data.ok, data.output])
    expect(results).toEqual([
      [false, 'Denied: keep x'],
      [true, 'It worked.'],
    ])
    expect(ofType(stage, 'permission.asked').every((event) => event.step === 's2')).toBe(true)
  })

  test('Handoffs change step owner and continue execution seamlessly', async () => {
    const stage = await story()
    const owners = ofType(stage, 'step.state').flatMap(({ data }) => (data.step === 's1' ? [data.owner] : []))
    expect(owners[0]).toBe('coder')
    expect(owners.at(-1)).toBe('tester')
    expect(statesOf(stage, 's1').at(-1)).toBe('accepted')
    expectOneOwner(stage)
  })

  test('UI shows a coherent timeline of team activity and outcomes', async () => {
    const stage = await story()
    const types = timelineOf(stage.events).map(({ type }) => type)
    const milestones = [
      'plan.drafted',
      'plan.committed',
      'step.state',
      'decision.proposed',
      'decision.committed',
      'handoff',
      'permission.asked',
      'permission.answered',
      'tool.finished',
      'run.finished',
    ] as const
    const places = milestones.map((type) => types.indexOf(type))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
    expect(timelineOf(stage.events, { step: 's2', agent: 'tester' }).length).toBeGreaterThan(3)
  })
})

describe('What else the protocol requires', () => {
  test('The composition of the team is saved with the session', async () => {
    const stage = await played([step('s1', 'coder')])
    const [started] = ofType(stage, 'run.started')
    expect(started?.data.team.members.map(({ slug }) => slug)).toEqual(['coder', 'tester', 'reviewer'])
    expect(ofType(stage, 'run.state').map(({ data }) => data.trigger)).toContain('teamFormed')
  })

  test('The states of a session go from initialized to completed', async () => {
    const stage = await played([step('s1', 'coder')])
    expect(ofType(stage, 'run.state').map(({ data }) => data.to)).toEqual([
      'initialized',
      'team_formed',
      'planning',
      'awaiting_approval',
      'executing',
      'reviewing',
      'completed',
    ])
  })

  test('Snapshots are taken after the plan and after each step, and a fork continues from there', async () => {
    const stage = await played([step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })])
    const kept = ofType(stage, 'snapshot')
    expect(kept.map(({ data }) => data.label)).toEqual(['plan committed', 'step s1 finished', 'step s2 finished'])
    await stage.engine.fork(stage.session, kept[1]?.data.seq ?? 0, forkId)
    await stage.engine.resume(forkId, { type: 'resume' })
    await stage.untilRest()
    const events = stage.world.ledger(forkId).events
    const runs = events.flatMap((event) =>
      event.type === 'step.state' && event.data.to === 'running' ? [event.data.step] : [],
    )
    expect(runs).toEqual(['s1', 's2'])
    expect(events.at(-1)?.data).toMatchObject({ state: 'completed' })
    const own = events.slice(events.findIndex(({ type }) => type === 'session.forked'))
    expect(
      own.some((event) => event.type === 'task.assigned' && event.step === 's1' && event.data.kind === 'work'),
    ).toBe(false)
  })

  test('A run can be paused in the middle of its steps, resumed, and stopped', async () => {
    const stage = new SimulatedSession({
      model: cast({ planner: { Plan: planOf(step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })) } }),
    })
    await stage.create(crewOf())
    while (!stage.events.some(({ type }) => type === 'step.state')) await stage.play(20)
    await stage.tell({ type: 'pause' })
    await stage.untilRest()
    expect(statesOf(stage, 's2')).toEqual([])
    await stage.tell({ type: 'resume' })
    while (statesOf(stage, 's2').length === 0) await stage.play(20)
    await stage.tell({ type: 'stop' })
    await stage.untilRest()
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'user' })
    expect(stage.world.violations).toEqual([])
  })

  test('A paused owner holds nobody else up, and the run waits for it at the end', async () => {
    const own = ['s1', 's2', 's3', 's4'].map((id) => step(id, 'coder'))
    const stage = new SimulatedSession({ model: cast({ planner: { Plan: planOf(...own, step('s5', 'tester')) } }) })
    await stage.create(crewOf())
    while (!stage.events.some(({ type }) => type === 'plan.committed')) await stage.play(10)
    await stage.tell({ type: 'pause', agent: 'coder' })
    await stage.untilRest()
    expect(statesOf(stage, 's5')).toEqual(['running', 'finished'])
    expect(ending(stage)).toBeUndefined()
    await stage.tell({ type: 'resume', agent: 'coder' })
    await stage.untilRest()
    expect(ending(stage)).toMatchObject({ state: 'completed' })
    expect(stage.world.violations).toEqual([])
  })
})
