import { callParts, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { cast, crewOf, headingOf, planOf, step } from './crew.ts'
import { asksOf, BLOCKED, ending, expectOneOwner, ofType, played, statesOf, voting } from './story.ts'

describe('a blocked step', () => {
  test('is put to the team with its own options, and runs again with the decision', async () => {
    const lines = voting('use a fixture')
    const stage = await played([step('s1', 'coder')], { ...lines, coder: { ...lines.coder, Task: [BLOCKED, 'Done.'] } })
    expect(ofType(stage, 'decision.proposed')[0]?.data).toMatchObject({
      topic: 'Step s1 is blocked: no network',
      options: ['use a fixture', 'skip the download'],
      step: 's1',
    })
    expect(statesOf(stage, 's1')).toEqual(['running', 'blocked', 'pending', 'running', 'finished', 'accepted'])
    expect(asksOf(stage, 'coder', 'work')[1]).toContain('Decided: use a fixture')
    expect(ofType(stage, 'artifact').map(({ data }) => data.kind)).toContain('adr')
    expectOneOwner(stage)
  })

  test('goes to the lead if the vote is a tie', async () => {
    const lines = voting('use a fixture', 'skip the download')
    const cast = {
      ...lines,
      coder: { ...lines.coder, Task: [BLOCKED, 'Done.'] },
      planner: { Decide: 'DECISION: skip the download\nREASON: it is not needed' },
    }
    const stage = await played([step('s1', 'coder')], cast, { members: ['coder', 'tester'] })
    expect(ofType(stage, 'decision.committed')[0]?.data).toMatchObject({ option: 'skip the download', how: 'lead' })
    expect(asksOf(stage, 'coder', 'work')[1]).toContain('skip the download')
  })

  test('without its own options gets some from the lead', async () => {
    const lines = { coder: { Task: ['BLOCKED: no idea', 'Done.'] }, planner: { Options: '- ask the docs\n- guess' } }
    const stage = await played([step('s1', 'coder')], lines)
    expect(asksOf(stage, 'planner', 'options')[0]).toContain('no idea')
    expect(ofType(stage, 'decision.proposed')[0]?.data.options).toEqual(['ask the docs', 'guess'])
    expect(ending(stage)?.state).toBe('completed')
  })

  test('is blocked three times at most, then fails, and the steps that depend on it are skipped', async () => {
    const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] }), step('s3', 'tester')]
    const stage = await played(steps, { coder: { Task: BLOCKED } })
    expect(statesOf(stage, 's1').filter((state) => state === 'running')).toHaveLength(4)
    expect(statesOf(stage, 's1').at(-1)).toBe('failed')
    expect(statesOf(stage, 's2')).toEqual(['skipped'])
    expect(statesOf(stage, 's3').at(-1)).toBe('accepted')
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'steps_failed' })
    expect(ending(stage)?.summary).toContain('s2 skipped (s1 failed)')
  })

  test('is skipped if the team drops it', async () => {
    const lines = voting('drop the step')
    const stage = await played([step('s1', 'coder'), step('s2', 'tester')], {
      ...lines,
      coder: { ...lines.coder, Task: 'BLOCKED: no way\n- drop the step\n- go on' },
    })
    expect(statesOf(stage, 's1').at(-1)).toBe('skipped')
    expect(ending(stage)?.state).toBe('completed')
  })
})

describe('the agent that continues reads what it needs:', () => {
  test('the voters read what the blocked owner found', async () => {
    const lines = voting('use a fixture')
    const found = `The mirror answers with 403.\n\n${BLOCKED}`
    const stage = await played([step('s1', 'coder')], { ...lines, coder: { ...lines.coder, Task: [found, 'Done.'] } })
    for (const kind of ['deliberate', 'vote'] as const)
      expect(asksOf(stage, 'tester', kind)[0]).toContain('The mirror answers with 403.')
  })

  test('the lead that names options reads what the blocked owner found', async () => {
    const lines = { coder: { Task: ['It says 403.\nBLOCKED: no idea', 'Done.'] }, planner: { Options: '- a\n- b' } }
    const stage = await played([step('s1', 'coder')], lines)
    expect(asksOf(stage, 'planner', 'options')[0]).toContain('It says 403.')
  })

  test('the owner reads the question, the outcome, and why everybody voted as they did', async () => {
    const lines = voting('use a fixture', 'skip the download')
    const stage = await played([step('s1', 'coder')], { ...lines, coder: { ...lines.coder, Task: [BLOCKED, 'Done.'] } })
    const ask = asksOf(stage, 'coder', 'work')[1] ?? ''
    expect(ask).toContain('Decided: use a fixture. The question was: Step s1 is blocked: no network')
    expect(ask).toContain('2 of 3 votes.')
    expect(ask).toContain('Coder voted for "use a fixture": it is known')
    expect(ask).toContain('Tester voted for "skip the download": it is known')
    expect(ask).toContain('### coder\n\nI tried.')
  })

  test("the owner of a step that is sent back reads its own report, and each reviewer's remarks", async () => {
    const stage = await played([step('s1', 'coder')], {
      coder: { Task: ['I built the parser.', 'Done.'] },
      reviewer: { Review: ['The parser is fine.\n\nREOPEN: no test', 'ACCEPT'] },
    })
    const ask = asksOf(stage, 'coder', 'work')[1] ?? ''
    expect(ask).toContain('no test (review by Reviewer)')
    expect(ask).toContain('### coder\n\nI built the parser.')
    expect(ask).toContain('### reviewer\n\nThe parser is fine.')
  })
})

test('a step is skipped by an option that says so in other words', async () => {
  const lines = voting('Skip it')
  const blocked = 'BLOCKED: no way\n- Skip it.\n- try again'
  const stage = await played([step('s1', 'coder'), step('s2', 'tester')], {
    ...lines,
    coder: { ...lines.coder, Task: blocked },
  })
  expect(statesOf(stage, 's1').at(-1)).toBe('skipped')
})

test('a step that nobody could decide fails if there is no user to ask, and the run says first what is open', async () => {
  const lines = voting('use a fixture', 'skip the download')
  const stage = await played(
    [step('s1', 'coder'), step('s2', 'tester')],
    { ...lines, coder: { ...lines.coder, Task: BLOCKED }, planner: { Decide: 'Both are fine.' } },
    { members: ['coder', 'tester'], settings: { interactive: false } },
  )
  expect(ofType(stage, 'decision.committed')[0]?.data).toMatchObject({ option: '', how: 'undecided' })
  expect(statesOf(stage, 's1').at(-1)).toBe('failed')
  expect(ending(stage)?.summary).toMatch(/^Undecided: Step s1 is blocked: no network/)
})

describe('a step that nobody in the team could decide, with a user to ask,', () => {
  const lines = voting('use a fixture', 'skip the download')
  const stuck = { ...lines, coder: { ...lines.coder, Task: [BLOCKED, 'Done.'] }, planner: { Decide: 'Both are fine.' } }
  const waits = (choice = {}) =>
    played([step('s1', 'coder'), step('s2', 'tester')], stuck, {
      members: ['coder', 'tester'],
      settings: { interactive: true, ...choice },
    })
  const questionOf = (stage: Awaited<ReturnType<typeof played>>) => ofType(stage, 'question.asked').at(-1)?.data

  test('waits for the answer while the others work, and then follows it', async () => {
    const stage = await waits()
    expect(questionOf(stage)).toMatchObject({ options: ['use a fixture', 'skip the download'] })
    expect(questionOf(stage)?.question).toMatch(/^The team could not decide\. Step s1 is blocked: no network/)
    expect([statesOf(stage, 's1').at(-1), ending(stage)]).toEqual(['blocked', undefined])
    await stage.tell({ type: 'answer', text: '1', question: questionOf(stage)?.id ?? '', by: 'person' })
    await stage.untilRest()
    expect(asksOf(stage, 'coder', 'work')[1]).toContain('Decided by the user, since the team could not: use a fixture.')
    expect(statesOf(stage, 's1').at(-1)).toBe('accepted')
    expect(ending(stage)?.summary).not.toContain('Undecided')
  })

  test.each([
    ['drop the step', 'skipped'],
    ['Ask the network team first.', 'accepted'],
  ])('takes %j as the user means it', async (text, state) => {
    const stage = await waits()
    await stage.tell({ type: 'answer', text, question: questionOf(stage)?.id ?? '', by: 'person' })
    await stage.untilRest()
    expect(statesOf(stage, 's1').at(-1)).toBe(state)
    if (state === 'accepted') expect(asksOf(stage, 'coder', 'work')[1]).toContain(text)
  })
})

describe('a handoff', () => {
  const offers = 'Half of it is there.\nHANDOFF: Tester: it is about tests'

  test('that is accepted changes the owner, who continues with the work so far', async () => {
    const stage = await played([step('s1', 'coder')], { coder: { Task: offers } })
    expect(ofType(stage, 'handoff').map(({ data }) => data.state)).toEqual(['offered', 'acknowledged'])
    expect(ofType(stage, 'step.state').map(({ data }) => `${data.to} ${data.owner}`)).toEqual([
      'running coder',
      'waiting coder',
      'pending tester',
      'running tester',
      'finished tester',
      'accepted tester',
    ])
    expect(asksOf(stage, 'tester', 'work')[0]).toContain('Half of it is there.')
    expectOneOwner(stage)
  })

  test('that is declined leaves the step with its owner, who learns why', async () => {
    const lines = { coder: { Task: [offers, 'Then I did it.'] }, tester: { Handoff: 'REFUSE: no time' } }
    const stage = await played([step('s1', 'coder')], lines)
    expect(ofType(stage, 'handoff').map(({ data }) => [data.state, data.reason])).toEqual([
      ['offered', 'it is about tests'],
      ['refused', 'no time'],
    ])
    expect(asksOf(stage, 'coder', 'work')[1]).toContain('Tester refused to take it over: no time')
    expect(statesOf(stage, 's1').at(-1)).toBe('accepted')
    expectOneOwner(stage)
  })

  test('to nobody, or without end, is refused by code', async () => {
    const nobody = await played([step('s1', 'coder')], { coder: { Task: ['HANDOFF: zed: why not', 'Done.'] } })
    expect(ofType(nobody, 'warning').map(({ data }) => data.message)).toEqual([
      'Step s1 stays with coder: nobody in the team is called "zed".',
    ])
    const lines = {
      coder: { Task: 'HANDOFF: tester: you' },
      tester: { Task: ['HANDOFF: coder: you', 'HANDOFF: coder: you', 'Done.'] },
    }
    const round = await played([step('s1', 'coder')], lines)
    expect(ofType(round, 'handoff').filter(({ data }) => data.state === 'acknowledged')).toHaveLength(3)
    expect(ending(round)?.state).toBe('completed')
  })

  test('made with the tool is offered while the owner waits, and ends its task', async () => {
    const offer = { type: 'call', tool: 'handoff', input: { to: 'tester', reason: 'you know tests' } } as const
    const stage = new SimulatedSession({
      model: (request, call) => {
        const isFirst = request.agent === 'coder' && request.effect.endsWith('run1/say1.1')
        if (!isFirst) return lines(request, call)
        return [offer, { type: 'finish', finish: 'tools', usage: { input: 10, cached: 0, output: 5 } }]
      },
    })
    const lines = cast({ planner: { Plan: planOf(step('s1', 'coder')) }, coder: { Task: 'The half that I did.' } })
    await stage.create(crewOf({ settings: { permissions: [{ layer: 'user', rules: { '*': 'allow' } }] } }))
    await stage.untilRest()
    expect(ofType(stage, 'handoff').map(({ data }) => data.state)).toEqual(['offered', 'acknowledged'])
    expect(asksOf(stage, 'tester', 'work')[0]).toContain('The half that I did.')
    expect(ofType(stage, 'step.state').at(-1)?.data).toMatchObject({ to: 'accepted', owner: 'tester' })
    expectOneOwner(stage)
  })
})

describe("a step's tool policy", () => {
  const worker = (tools: readonly (readonly [string, string])[]) => (request: Parameters<ReturnType<typeof cast>>[0]) =>
    headingOf(request) === 'Task' && request.effect.includes('say1.') ? callParts(...tools) : undefined

  async function working(plan: string, tools: readonly (readonly [string, string])[], settings: object = {}) {
    const lines = cast({ planner: { Plan: plan } })
    const acts = worker(tools)
    const stage = new SimulatedSession({ model: (request, call) => acts(request) ?? lines(request, call) })
    await stage.create(
      crewOf({ settings: { permissions: [{ layer: 'user', rules: { '*': 'ask', read: 'allow' } }], ...settings } }),
    )
    await stage.untilRest()
    return stage
  }

  test('limits its owner to the tools it names', async () => {
    const stage = await working(planOf(step('s1', 'coder', { tools: ['read'] })), [['write', 'a.txt']])
    expect(ofType(stage, 'tool.finished')[0]?.data).toMatchObject({
      ok: false,
      output: 'tool_access_error: The policy of this step does not allow write. Allowed: read.',
    })
    expect(ending(stage)?.state).toBe('completed')
  })

  test('approves in advance what the user approved with the plan', async () => {
    const plan = planOf(step('s1', 'coder', { approve: 'auto' }))
    const stage = await working(plan, [['write', 'a.txt']], { yes: false })
    await stage.tell({ type: 'approve', by: 'person' })
    await stage.untilRest()
    expect(ofType(stage, 'permission.asked')).toEqual([])
    expect(ofType(stage, 'tool.finished')[0]?.data.ok).toBe(true)
  })

  test('approves nothing in advance if the plan was approved before anybody could see it', async () => {
    const stage = await working(planOf(step('s1', 'coder', { approve: 'auto' })), [['write', 'a.txt']])
    expect(ofType(stage, 'warning').map(({ data }) => data.code)).toEqual(['grant_ignored'])
    expect(ofType(stage, 'permission.asked')).toHaveLength(1)
  })

  test('asks for every change if it says so, and a denial is logged with its reason', async () => {
    const allow = { permissions: [{ layer: 'user', rules: { '*': 'allow' } }] }
    const stage = await working(planOf(step('s1', 'coder', { approve: 'ask' })), [['write', 'a.txt']], allow)
    const ask = ofType(stage, 'permission.asked')[0]
    expect(ask).toMatchObject({ step: 's1', data: { rule: 'every change needs approval (step policy)' } })
    await stage.tell({
      type: 'permit',
      ask: ask?.data.ask as never,
      answer: 'deny',
      by: 'person',
      reason: 'not that file',
    })
    await stage.untilRest()
    expect(ofType(stage, 'permission.answered')[0]?.data).toMatchObject({ answer: 'deny', reason: 'not that file' })
    expect(ofType(stage, 'tool.finished')[0]?.data.output).toBe('Denied: not that file')
  })

  test('a step that reaches its budget ends with its results so far, and the team decides', async () => {
    const plan = planOf(step('s1', 'coder', { budget: { tokens: 100 } }))
    const stage = await working(plan, [['read', 'a.txt']])
    expect(ofType(stage, 'task.finished').find(({ step: id }) => id === 's1')?.data).toMatchObject({ budget: 'tokens' })
    expect(ofType(stage, 'decision.proposed')[0]?.data).toMatchObject({
      topic: 'Step s1 has ended early: its budget of tokens was used up',
      options: ['accept what there is', 'go on with the same budget once more', 'drop the step'],
    })
    expect(statesOf(stage, 's1').slice(0, 3)).toEqual(['running', 'blocked', 'finished'])
    expect(ending(stage)?.state).toBe('completed')
  })

  test('everything that an owner does in a step is tagged with it', async () => {
    const allow = { permissions: [{ layer: 'user', rules: { write: 'allow' } }] }
    const stage = await working(planOf(step('s1', 'coder')), [['write', 'a.txt']], allow)
    const types = ['effect.started', 'model.replied', 'tool.called', 'tool.finished', 'usage', 'message', 'snapshot']
    const marked = new Set(stage.events.filter((event) => event.step === 's1').map(({ type }) => type))
    for (const type of types) expect(marked).toContain(type)
  })
})
