import { describe, expect, test } from 'vitest'
import { toArray } from '../list/list.ts'
import { begun, domain, ends, reply, seat, settled, told, underWay, wanted } from '../session/session.fixture.ts'
import type { AskId } from '../shared/ids.ts'
import type { Session } from '../state/session.ts'
import type { Resource, ToolSpec } from '../tool/tool.ts'

const tool = (name: string, readOnly: boolean): ToolSpec => ({
  name,
  description: '',
  input: {},
  permission: name,
  readOnly,
  reaches: ['files'],
  timeoutMs: 1_000,
})
const tools = { read: tool('read', true), write: tool('write', false) }
const layer = (rules: { [permission: string]: string }) => [{ layer: 'user', rules }]

const started = (settings: object, members = [seat('ada')]): Session =>
  underWay(begun({ members, settings: { tools, permissions: layer({ '*': 'allow' }), ...settings } }))

const calls = (session: Session, name: string, input: object = { path: 'x' }): Session =>
  ends(session, 'ada', reply('Let me.', { calls: [{ tool: name, input: input as never }], finish: 'tools' }))

function touching(session: Session, resource: Partial<Resource> = {}): Session {
  const [effect] = wanted(session).filter(({ kind }) => kind === 'inspect')
  const resources = [{ permission: 'write', target: 'x', ...resource }]
  return effect ? settled(session, domain.absorb(session, effect, { kind: 'inspected', resources })) : session
}

const results = (session: Session) =>
  toArray(session.tasks['1/ada' as never]?.lines ?? { size: 0, full: [], tail: [] }).flatMap((line) =>
    line.role === 'tool' ? [line.output] : [],
  )

describe('a refusal gives its reason', () => {
  test.each([
    ['an oversized change', { escalate: 'the change is 900 lines long' }, 'the change is 900 lines long (safety)'],
    ['a sensitive file', { escalate: '.env may hold keys' }, '.env may hold keys (safety)'],
  ])('%s, if the user cannot be asked', (_what, resource, why) => {
    expect(results(touching(calls(started({ interactive: false }), 'write'), resource))[0]).toContain(why)
  })

  test('the tool is not in the agent file', () => {
    const members = [seat('ada', { tools: { only: ['read'] } })]
    expect(results(calls(started({}, members), 'write'))).toEqual([
      'tool_access_error: There is no tool named write for you. Your agent file does not give it to you.',
    ])
  })

  test('the agent only plans', () => {
    const members = [seat('ada', { execution: 'planning' })]
    expect(results(calls(started({}, members), 'write'))).toEqual([
      'tool_access_error: write changes something, and this task only reads.',
    ])
  })

  test('a rule denies the tool everywhere', () => {
    expect(results(calls(started({ permissions: layer({ write: 'deny' }) }), 'write'))).toEqual([
      'tool_access_error: Denied by the rule "write: *" (user).',
    ])
  })

  test('invalid input is not reported as denied', () => {
    const invalid = { verdict: 'deny' as const, invalid: true, note: 'The input of "write" is not valid.' }
    expect(results(touching(calls(started({}), 'write'), invalid))).toEqual([
      'The call was not run: The input of "write" is not valid.',
    ])
  })

  test('the log contains what was tried', () => {
    const session = started({})
    const [effect] = Object.values(session.started)
    const outcome = reply('', { calls: [{ tool: 'teleport', input: { to: 'Mars' } }], finish: 'tools' })
    const replied = domain.absorb(session, effect as never, outcome)
    const facts = domain.next(settledOnly(session, replied)).record
    expect(facts.map(({ type }) => type)).toEqual(['tool.called', 'tool.finished'])
    expect(facts[0]?.data).toMatchObject({ tool: 'teleport', input: { to: 'Mars' } })
  })
})

/** Folds the facts without anything that follows from them. */
const settledOnly = (session: Session, facts: ReturnType<typeof domain.absorb>): Session =>
  facts.reduce((state, fact, index) => domain.evolve(state, domain.stamp(state, fact, state.at, index)), session)

describe('a call denied by the user', () => {
  const asking = { permissions: layer({ write: 'ask' }) }
  const deny = (session: Session) => {
    const [ask] = Object.keys(session.asks)
    return told(session, { type: 'permit', ask: ask as AskId, answer: 'deny', by: 'user' })
  }

  test('is not asked about again right away, however it is described', () => {
    const denied = underWay(deny(touching(calls(started(asking), 'write', { path: 'x', description: 'Tidy up' }))))
    const again = touching(calls(denied, 'write', { path: 'x', description: 'Please' }))
    expect(again.asks).toEqual({})
    expect(results(again).at(-1)).toContain('has denied this very call already')
  })

  test('does not affect a different call', () => {
    const denied = underWay(deny(touching(calls(started(asking), 'write'))))
    expect(Object.keys(touching(calls(denied, 'write', { path: 'y' })).asks)).toHaveLength(1)
  })

  test('is asked about again once the user has written something', () => {
    const denied = deny(touching(calls(started(asking), 'write')))
    const heard = underWay(told(denied, { type: 'message', text: 'All right, do it.' } as never))
    expect(Object.keys(touching(calls(heard, 'write')).asks)).toHaveLength(1)
  })

  test('is asked about again if nobody had answered', () => {
    const expired = settled(touching(calls(started(asking), 'write')), [
      { type: 'permission.answered', data: { ask: '1/ada/c1-1/ask', answer: 'deny', by: 'expiry' } } as never,
    ])
    expect(Object.keys(touching(calls(underWay(expired), 'write')).asks)).toHaveLength(1)
  })
})
