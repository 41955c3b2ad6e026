import { describe, expect, test } from 'vitest'
import { toArray } from '../list/list.ts'
import { modes } from '../modes/modes.ts'
import type { MessageId, SessionId } from '../shared/ids.ts'
import { emptySession } from '../state/session.ts'
import { begun, domain, ends, reply, runStart, seat, told, underWay, wanted } from './session.fixture.ts'

const finished = () => ends(underWay(begun()), 'ada', reply('Because.'))

describe('starting', () => {
  test('records the session, the goal and the run in this order', () => {
    const run = runStart()
    const { facts } = domain.accept(emptySession('S' as SessionId), {
      type: 'create',
      goal: 'Why?',
      workspace: '/w',
      run,
    })
    expect(facts.map(({ type }) => type)).toEqual([
      'session.created',
      'message',
      'run.started',
      'agent.status',
      'run.state',
    ])
  })

  test('records notes about the team in the same append', () => {
    const run = { ...runStart(), warnings: [{ code: 'cut', message: 'A charter was cut.' }] }
    const { facts } = domain.accept(emptySession('S' as SessionId), {
      type: 'create',
      goal: 'Why?',
      workspace: '/w',
      run,
    })
    expect(facts.at(-1)).toMatchObject({ type: 'warning', data: { code: 'cut', message: 'A charter was cut.' } })
  })

  test('merges a hundred thousand equal warnings about the team into one, with a count', () => {
    const warnings = Array.from({ length: 100_000 }, () => ({ code: 'squad', message: 'Ada is named twice.' }))
    const { facts } = domain.accept(emptySession('S' as SessionId), {
      type: 'create',
      goal: 'Why?',
      workspace: '/w',
      run: { ...runStart(), warnings },
    })
    expect(facts.filter(({ type }) => type === 'warning')).toMatchObject([
      { data: { code: 'squad', message: 'Ada is named twice. (100000 times)' } },
    ])
  })

  test('cuts a long goal at a word for the title', () => {
    const goal = `${'very '.repeat(30)}long`
    const state = told(emptySession('S' as SessionId), { type: 'create', goal, workspace: '/w', run: runStart() })
    expect(state.title).toBe(`${'very '.repeat(15).trim()}…`)
  })

  test('refuses an unknown mode and lists the valid ones', () => {
    const run = runStart({ mode: 'circus' })
    const { facts, refusal } = domain.accept(emptySession('S' as SessionId), {
      type: 'create',
      goal: 'Why?',
      workspace: '/w',
      run,
    })
    expect(facts).toEqual([])
    expect(refusal?.message).toBe(`Unknown mode circus. Modes: ${Object.keys(modes).join(', ')}.`)
  })

  test('refuses a cost cap with an unknown price, and says how to set the price', () => {
    const run = runStart({
      limits: { maxCostUsd: 1 },
      settings: { models: { 'test/model': { price: null, context: null } } },
    })
    const { refusal } = domain.accept(emptySession('S' as SessionId), {
      type: 'create',
      goal: 'Why?',
      workspace: '/w',
      run,
    })
    expect(refusal?.code).toBe('unknown_price')
    expect(refusal?.message).toContain('"models": { "test/model"')
  })

  test('refuses a cost cap if the price of a subagent is unknown', () => {
    const run = runStart({ limits: { maxCostUsd: 1 } })
    const team = { ...run.team, subagents: [seat('explorer', { model: 'test/other', category: 'subagent' })] }
    const create = { type: 'create', goal: 'Why?', workspace: '/w', run: { ...run, team } } as const
    expect(domain.accept(emptySession('S' as SessionId), create).refusal?.message).toContain('price of test/other')
  })

  test('refuses a second run while one is active, and accepts it after the end', () => {
    const command = { type: 'run', goal: 'What then?', run: runStart() } as const
    expect(domain.accept(begun(), command).refusal?.code).toBe('illegal_command')
    const second = told(finished(), command)
    expect(second.run).toMatchObject({ number: 2, goal: 'What then?', phase: 'running' })
    expect(Object.keys(second.tasks)).toEqual(['2/ada'])
  })
})

describe('a command in the wrong state', () => {
  test.each(['resume', 'reset'] as const)(
    '%s changes nothing while the run is active, and leaves a warning',
    (type) => {
      const before = begun()
      const { facts, refusal } = domain.accept(before, { type })
      expect(refusal?.code).toBe('illegal_command')
      expect(facts).toMatchObject([{ type: 'warning', data: { code: 'illegal_command' } }])
      expect(told(before, { type }).run).toEqual(before.run)
    },
  )

  test.each(['pause', 'resume', 'stop'] as const)('%s changes nothing after the end', (type) => {
    const { refusal } = domain.accept(finished(), { type })
    expect(refusal?.message).toBe(`Cannot ${type} now: the run is done.`)
  })
})

describe('pause and resume', () => {
  test('a paused run wants exactly what is in progress, and resumes where it was', () => {
    const working = underWay(begun({ mode: 'broadcast', members: [seat('ada'), seat('bert'), seat('cleo')] }))
    const paused = told(ends(working, 'ada', reply('One.')), { type: 'pause' })
    expect(domain.next(paused).want.map(({ key }) => key)).toEqual(['1/bert/say1.1', '1/cleo/say1.1'])
    const later = ends(paused, 'bert', reply('Two.'))
    expect(later.run?.phase).toBe('paused')
    expect(domain.next(later).want.map(({ key }) => key)).toEqual(['1/cleo/say1.1'])
    expect(told(later, { type: 'resume' }).run?.phase).toBe('running')
  })

  test('a pause counts towards no limit', () => {
    const working = underWay(begun({ limits: { maxDuration: 10 } }))
    const paused = told(working, { type: 'pause' }, working.at + 60_000)
    const resumed = told(paused, { type: 'resume' }, working.at + 3_600_000)
    const timer = domain.next(resumed).want.find(({ kind }) => kind === 'timer')
    expect(timer?.notBefore).toBe(working.at + 3_600_000 + 9 * 60_000)
  })
})

describe('stop', () => {
  test('cancels the run and wants nothing', () => {
    const stopped = told(underWay(begun()), { type: 'stop' })
    expect(stopped.run?.finished).toMatchObject({ state: 'cancelled', reason: 'user' })
    expect(domain.next(stopped)).toEqual({ record: [], want: [] })
  })

  test('counts the time until the command', () => {
    const working = underWay(begun())
    const { facts } = domain.accept(working, { type: 'stop' }, working.at + 7_000)
    expect(facts.at(-1)).toMatchObject({ type: 'run.finished', data: { totals: { ms: 7_000 } } })
  })

  test('after the end cuts off a follow-up and leaves the run completed', () => {
    const asking = underWay(told(finished(), { type: 'message', text: 'And?' }))
    const stopped = told(asking, { type: 'stop' })
    expect(stopped.tasks).toEqual({})
    expect(stopped.run?.phase).toBe('completed')
  })

  test('works on a paused run', () => {
    expect(told(told(begun(), { type: 'pause' }), { type: 'stop' }).run?.phase).toBe('cancelled')
  })
})

describe('messages', () => {
  test('to an agent without a seat are refused with the available seats', () => {
    const { refusal } = domain.accept(begun(), { type: 'message', text: 'Hi', to: 'zoe' })
    expect(refusal?.message).toBe('No agent zoe in this team. Agents: ada.')
  })

  test('that name an agent while a question is open go to that agent, and the question stays', () => {
    const question = {
      id: 'q1',
      question: 'Which day?',
      options: [],
      gate: null,
      text: '',
      grants: [],
      task: null,
      call: null,
      since: 0,
    }
    const asked = { ...begun({ mode: 'broadcast', members: [seat('ada'), seat('bert')] }), questions: { q1: question } }
    for (const text of ['@bert look at the tests', '@BERT: look at the tests', '@Bert, look at the tests']) {
      const { facts } = domain.accept(asked, { type: 'answer', text, by: 'user' })
      expect(facts).toMatchObject([{ type: 'message', data: { to: 'bert', text: 'look at the tests' } }])
    }
    for (const text of ['@nobody look', '@bert', 'ask @bert to look'])
      expect(domain.accept(asked, { type: 'answer', text, by: 'user' }).facts).toMatchObject([
        { type: 'question.answered', data: { answer: text } },
      ])
  })

  test.each(['Status?', 'how long will it take?', 'Who is speaking?', "what's going on"])(
    '%s is answered by code immediately',
    (text) => {
      const state = told(underWay(begun()), { type: 'message', text })
      const [question, answer] = toArray(state.messages).slice(-2)
      expect([question?.text, answer?.author]).toEqual([text, 'convene'])
      expect(answer?.text).toBe('The agent run is running. Working: ADA. 0 turns. Spent: 0 tokens, $0.')
      expect(state.queue).toEqual([])
    },
  )

  test('that come too late cause no call after the end, and are delivered with the next question', () => {
    const state = told(underWay(begun()), { type: 'message', text: 'Mind the budget.' })
    expect(state.queue).toEqual(['m2'])
    const answered = ends(state, 'ada', reply('Because.'))
    expect(answered.run?.finished?.state).toBe('completed')
    expect(wanted(answered)).toEqual([])
    const asked = told(answered, { type: 'message', text: 'And?' })
    expect(Object.keys(asked.tasks)).toEqual(['1/follow-up-m2/ada'])
    expect(asked.queue).toEqual([])
  })

  test('are refused after a reset, until a new run', () => {
    const reset = told(finished(), { type: 'reset' })
    expect(reset.run?.phase).toBe('idle')
    expect(reset.conversations).toEqual({})
    expect(domain.accept(reset, { type: 'message', text: 'And?' }).refusal?.code).toBe('illegal_command')
  })
})

test('a message that does not exist cannot be picked', () => {
  expect(domain.accept(finished(), { type: 'pick', message: 'm9' as MessageId }).refusal?.code).toBe(
    'message_not_found',
  )
})

test('an answer can be picked in a broadcast, but not in a run with a single result', () => {
  const pick = { type: 'pick', message: 'm2' as MessageId } as const
  const answered = ends(underWay(begun({ mode: 'broadcast' })), 'ada', reply('Because.'))
  expect(told(answered, pick).picked).toBe('m2')
  expect(domain.accept(finished(), pick).refusal).toMatchObject({
    code: 'illegal_command',
    message: expect.stringContaining('Only a broadcast'),
  })
})

test('title, pin and tags are kept', () => {
  const state = told(finished(), { type: 'update', title: 'Reasons', pinned: true, tags: ['why'] })
  expect(state).toMatchObject({ title: 'Reasons', pinned: true, tags: ['why'] })
})

test('a repeatedly refused command is answered each time, but recorded only a few times', () => {
  let session = finished()
  const before = session.seq
  for (let attempt = 0; attempt < 1_000; attempt++) {
    expect(domain.accept(session, { type: 'approve', by: 'user' }).refusal?.code).toBe('illegal_command')
    session = told(session, { type: 'approve', by: 'user' })
  }
  expect(session.seq - before).toBe(20)
  const other = domain.accept(session, { type: 'answer', text: 'x', by: 'user' })
  expect(other.facts).toHaveLength(1)
})

test.each([
  ['plan', true],
  ['topic', undefined],
] as const)('approving a %s without grants records that only if it could have some', (gate, ask) => {
  const question = { id: 'q1', from: 'lead', to: 'user', text: '…', gate, grants: [] } as never
  const { facts } = domain.accept(
    { ...begun(), questions: { q1: question } },
    { type: 'approve', by: 'user', ask: true },
  )
  expect(facts.map(({ type, data }) => [type, (data as { askEachStep?: boolean }).askEachStep])).toEqual([
    ['question.answered', ask],
  ])
})
