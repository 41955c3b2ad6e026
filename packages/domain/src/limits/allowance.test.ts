import { describe, expect, test } from 'vitest'
import type { Effect, ModelEffect } from '../effect/effect.ts'
import { type Fact, fact } from '../event/event.ts'
import { assign } from '../mode/assign.ts'
import { begun, domain, ends, reply, seat, settled, underWay, wanted } from '../session/session.fixture.ts'
import type { Run, Session } from '../state/session.ts'
import type { Allowance } from './allowance.ts'

const tool = (name: string, more: object = {}) => ({
  name,
  description: '',
  input: {},
  permission: name,
  readOnly: true,
  timeoutMs: 1,
  ...more,
})
const tools = {
  read: tool('read'),
  grep: tool('grep'),
  write: tool('write', { permission: 'edit', readOnly: false }),
}
const allowAll = [{ layer: 'user', rules: { '*': 'allow' } }]

/** A task with this allowance, given to an agent alongside the run's own work. */
function allowed(allowance: Allowance, more: object = {}, permissions: object[] = allowAll): Session {
  const members = [seat('ada', { seat: 'agent' }), seat('bob', more)]
  const session = begun({ mode: 'broadcast', members, settings: { tools, permissions: permissions as never } })
  const run = session.run as Run
  const bob = members[1] as (typeof members)[number]
  const finished = (task: string): Fact => ({
    ...fact('task.finished', { ok: true, report: 'x', ms: 0, iterations: 1, toolCalls: 0, tokens: 0, place: 'bob' }),
    task: task as never,
  })
  const handed = assign(run, {
    place: 'turn',
    seat: bob,
    kind: 'work',
    description: 'Do it.',
    allowance,
    step: 's1',
  })
  return underWay(settled(session, [finished('1/bob'), ...handed]))
}

const callOf = (session: Session): ModelEffect =>
  Object.values(session.started).find((effect) => effect.kind === 'model' && effect.agent === 'bob') as ModelEffect
const requestOf = (session: Session) => domain.prompt(session, callOf(session))
const wants = (session: Session, ...calls: readonly string[]): Session =>
  underWay(
    ends(
      session,
      'bob',
      reply('', {
        calls: calls.map((name) => ({ tool: name, input: {} })),
        finish: 'tools',
        usage: { input: 6_500, cached: 0, output: 500 },
      }),
    ),
  )
const inspects = (session: Session): readonly Effect[] => wanted(session).filter(({ kind }) => kind === 'inspect')
const inspected = (session: Session, permission: string): Session =>
  settled(
    session,
    domain.absorb(session, inspects(session)[0] as Effect, {
      kind: 'inspected',
      resources: [{ permission, target: 'plan.md' }],
    }),
  )
const names = (session: Session) =>
  requestOf(session)
    .tools.map(({ name }) => name)
    .filter((name) => name in tools)

describe('the tools of a task', () => {
  test('are those its allowance names, by tool or by permission', () => {
    expect(names(allowed({ tools: ['read', 'edit'] }))).toEqual(['read', 'write'])
  })

  test('are never more than the agent has, unless they are lent', () => {
    expect(names(allowed({ tools: ['read'] }, { tools: 'none' }))).toEqual([])
    expect(names(allowed({ lends: ['read'] }, { tools: 'none' }))).toEqual(['read'])
  })
})

test('an answer has the length and temperature from its allowance', () => {
  expect(requestOf(allowed({ maxOutput: 300, temperature: 0.1 }))).toMatchObject({ maxOutput: 300, temperature: 0.1 })
})

test('a task in a step carries the step’s id', () => {
  expect(allowed({}).tasks['1/turn' as never]?.step).toBe('s1')
})

describe('calls over the allowance', () => {
  test('are not run, and the agent reads why', () => {
    const asked = wants(allowed({ toolCalls: 1 }), 'read', 'grep')
    expect(inspects(asked)).toHaveLength(1)
  })
})

describe('approval', () => {
  test('in advance grants what would ask, but not what is denied', () => {
    const asks = [{ layer: 'user', rules: { '*': 'ask' } }]
    const free = inspected(wants(allowed({ approve: 'auto' }, {}, asks), 'write'), 'edit')
    expect(wanted(free).some(({ kind }) => kind === 'tool')).toBe(true)
    const denies = [{ layer: 'user', rules: { '*': 'allow', edit: { 'plan.*': 'deny' } } }]
    const refused = inspected(wants(allowed({ approve: 'auto' }, {}, denies), 'write'), 'edit')
    expect(wanted(refused).some(({ kind }) => kind === 'tool')).toBe(false)
  })

  test('in advance never covers a place outside the workspace, which asks', () => {
    const asks = [{ layer: 'user', rules: { '*': 'ask' } }]
    const session = wants(allowed({ approve: 'auto' }, {}, asks), 'write')
    const asked = settled(
      session,
      domain.absorb(session, inspects(session)[0] as Effect, {
        kind: 'inspected',
        resources: [
          { permission: 'edit', target: '/etc/x.conf' },
          { permission: 'external_directory', target: '/etc/x.conf' },
        ],
      }),
    )
    expect(wanted(asked).some(({ kind }) => kind === 'tool')).toBe(false)
    expect(Object.values(asked.asks)).toMatchObject([
      { proposed: 'edit:/etc/x.conf', also: ['external_directory:/etc/x.conf'] },
    ])
  })

  test('for every change asks even if the rules allow it, and lets reads through', () => {
    const asking = inspected(wants(allowed({ approve: 'ask' }), 'write'), 'edit')
    expect(Object.values(asking.asks)).toMatchObject([{ rule: 'every change needs approval (step policy)' }])
    const reading = inspected(wants(allowed({ approve: 'ask' }), 'read'), 'read')
    expect(Object.values(reading.asks)).toEqual([])
  })
})

test('a used-up budget ends the task after one last reply, and the report names the budget', () => {
  const over = wants(allowed({ tokens: 9_000, ends: true }), 'read')
  const resting = settled(over, [
    { ...fact('tool.finished', { call: 'c1-1' as never, ok: true, output: 'text', ms: 1 }), task: '1/turn' as never },
  ])
  const closing = underWay(resting)
  expect(requestOf(closing).tools).toEqual([])
  const seen: Fact[] = []
  const effect = callOf(closing)
  let session = closing
  for (const next of domain.absorb(closing, effect, reply('Half of it.'))) {
    session = domain.evolve(session, domain.stamp(session, next, session.at, session.seq + 1))
  }
  seen.push(...domain.next(session).record)
  expect(seen.find(({ type }) => type === 'task.finished')?.data).toMatchObject({
    report: 'Half of it.',
    incomplete: true,
    budget: 'tokens',
  })
})
