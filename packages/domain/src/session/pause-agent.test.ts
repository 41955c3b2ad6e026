import { describe, expect, test } from 'vitest'
import { modes } from '../modes/modes.ts'
import { isFinal, type Session } from '../state/session.ts'
import type { ToolSpec } from '../tool/tool.ts'
import { begun, domain, ends, failure, reply, seat, settled, told, underWay, wanted } from './session.fixture.ts'

const three = [seat('ada'), seat('bert'), seat('cleo')]
const keys = (session: Session) => wanted(session).map(({ key }) => key)
const pause = (session: Session, agent: string) => told(session, { type: 'pause', agent })
const resume = (session: Session, agent: string) => told(session, { type: 'resume', agent })

describe('an agent paused while others work', () => {
  test('finishes its call in progress, and the answer counts', () => {
    const paused = pause(underWay(begun({ mode: 'broadcast', members: three })), 'ada')
    expect(paused.run).toMatchObject({ phase: 'running', pausedAgents: ['ada'] })
    expect(keys(paused)).toEqual(['1/ada/say1.1', '1/bert/say1.1', '1/cleo/say1.1'])
    const answered = ends(paused, 'ada', reply('One.'))
    expect(Object.keys(answered.tasks)).toEqual(['1/bert', '1/cleo'])
  })

  test('gets nothing new while the others finish, and then the run waits for it alone', () => {
    const working = underWay(pause(begun({ mode: 'broadcast', members: three }), 'ada'))
    expect(keys(working)).toEqual(['1/bert/say1.1', '1/cleo/say1.1'])
    const waiting = ends(ends(working, 'bert', reply('Two.')), 'cleo', reply('Three.'))
    expect(waiting.run?.phase).toBe('running')
    expect(domain.next(waiting)).toEqual({ record: [], want: [] })
    expect(keys(resume(waiting, 'ada'))).toEqual(['1/ada/say1.1'])
  })

  test('does not retry a failure until it is resumed', () => {
    const paused = pause(underWay(begun({ mode: 'broadcast', members: three })), 'ada')
    const failed = ends(paused, 'ada', failure('overloaded'))
    expect(keys(failed)).not.toContain('1/ada/say1.2')
    expect(keys(resume(failed, 'ada'))).toContain('1/ada/say1.2')
  })

  test('does not start tools from its last reply until it is resumed', () => {
    const read: ToolSpec = {
      name: 'read',
      description: '',
      input: {},
      permission: 'read',
      readOnly: true,
      timeoutMs: 1_000,
    }
    const settings = { tools: { read }, permissions: [{ layer: 'user', rules: { read: 'allow' as const } }] }
    const paused = pause(underWay(begun({ settings })), 'ada')
    const wants = ends(paused, 'ada', reply('Let me see.', { calls: [{ tool: 'read', input: {} }], finish: 'tools' }))
    expect(wanted(wants)).toEqual([])
    expect(wanted(resume(wants, 'ada')).map(({ kind }) => kind)).toEqual(['inspect'])
  })
})

test('a sequential run waits for a paused member', () => {
  const first = underWay(pause(begun({ mode: 'sequential', members: three }), 'bert'))
  const waiting = ends(first, 'ada', reply('One.'))
  expect(Object.keys(waiting.tasks)).toEqual(['1/bert'])
  expect(wanted(waiting)).toEqual([])
  expect(keys(resume(waiting, 'bert'))).toEqual(['1/bert/say1.1'])
})

test('resume without an agent resumes everyone, including a paused run', () => {
  const two = pause(pause(begun({ mode: 'broadcast', members: three }), 'ada'), 'bert')
  expect(told(two, { type: 'resume' }).run).toMatchObject({ phase: 'running', pausedAgents: [] })
  const whole = told(two, { type: 'pause' })
  expect(resume(whole, 'ada').run).toMatchObject({ phase: 'paused', pausedAgents: ['bert'] })
  expect(told(whole, { type: 'resume' }).run).toMatchObject({ phase: 'running', pausedAgents: [] })
})

test('time in which only a paused agent has work counts towards no limit', () => {
  const members = [seat('ada', { timeout: 3 })]
  const paused = pause(begun({ members, limits: { maxDuration: 10 } }), 'ada')
  expect(wanted(paused)).toEqual([])
  const resumed = told(paused, { type: 'resume', agent: 'ada' }, paused.at + 3_600_000)
  const due = wanted(resumed).flatMap(({ kind, notBefore = 0 }) => (kind === 'timer' ? [notBefore - resumed.at] : []))
  expect(due).toEqual([180_000, 600_000])
})

test('reaching a limit ends a paused agent’s work if there are no last words', () => {
  const start = { mode: 'broadcast', members: three, limits: { maxDuration: 1 } }
  const paused = pause(underWay(begun(start)), 'ada')
  const failed = ends(paused, 'ada', failure('overloaded'))
  const timer = wanted(failed).find(({ kind }) => kind === 'timer')
  const late = settled(failed, [{ type: 'timer.fired', data: { effect: timer?.key as never } }], failed.at + 60_000)
  expect(Object.keys(late.tasks)).toEqual(['1/bert', '1/cleo'])
})

test.each(Object.keys(modes))('nobody stays paused after the end of a %s run', (mode) => {
  const stopped = told(pause(begun({ mode, members: three }), 'ada'), { type: 'stop' })
  expect(isFinal(stopped.run?.phase ?? '')).toBe(true)
  expect(stopped.run?.pausedAgents).toEqual([])
})

test('a status answer says who is paused', () => {
  const state = told(pause(begun({ mode: 'broadcast', members: three }), 'ada'), { type: 'message', text: 'status?' })
  expect(state.messages.tail.at(-1)?.text).toContain('Working: BERT, CLEO. Paused: ADA.')
})

describe('pausing or resuming is refused with a warning', () => {
  const refusal = (session: Session, type: 'pause' | 'resume', agent: string) => {
    const { facts, refusal: said } = domain.accept(session, { type, agent })
    expect(facts.map((fact) => fact.type)).toEqual(['warning'])
    return said?.code
  }

  test('for an agent without a seat', () => {
    expect(refusal(begun(), 'pause', 'zoe')).toBe('unknown_agent')
    expect(refusal(begun(), 'resume', 'constructor')).toBe('unknown_agent')
  })

  test('if it has no effect', () => {
    expect(refusal(pause(begun(), 'ada'), 'pause', 'ada')).toBe('illegal_command')
    expect(refusal(begun(), 'resume', 'ada')).toBe('illegal_command')
  })

  test('after the end', () => {
    const over = ends(underWay(begun()), 'ada', reply('Because.'))
    expect(refusal(over, 'pause', 'ada')).toBe('illegal_command')
  })
})
