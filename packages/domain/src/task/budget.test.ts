import { describe, expect, test } from 'vitest'
import type { Effect } from '../effect/effect.ts'
import { type Fact, fact } from '../event/event.ts'
import type { Allowance } from '../limits/allowance.ts'
import { toArray } from '../list/list.ts'
import { assign } from '../mode/assign.ts'
import { begun, domain, ends, reply, seat, settled, underWay, wanted } from '../session/session.fixture.ts'
import type { TaskId } from '../shared/ids.ts'
import type { Run, Session } from '../state/session.ts'

const tool = (name: string, permission: string, readOnly: boolean) =>
  [name, { name, description: '', input: {}, permission, readOnly, timeoutMs: 1 }] as const
const tools = Object.fromEntries([
  tool('read', 'read', true),
  tool('write', 'edit', false),
  tool('bash', 'bash', false),
])
const subagent = seat('helper', { category: 'subagent' })

/** Bob works on a step with this allowance, and may call a helper. */
function working(allowance: Allowance, rules: object = { '*': 'allow' }): Session {
  const members = [seat('ada'), seat('bob', { spawns: ['*'] })]
  const settings = { tools, permissions: [{ layer: 'user', rules }] as never }
  const session = begun({ mode: 'broadcast', members, settings })
  const run = { ...session.run, team: { ...session.run?.team, subagents: [subagent] } } as Run
  const end = { ok: true, report: 'x', ms: 0, iterations: 1, toolCalls: 0, tokens: 0, place: 'bob' }
  const handed = assign(run, {
    place: 'step',
    seat: members[1] as (typeof members)[number],
    kind: 'work',
    description: 'Do it.',
    allowance: { ...allowance, ends: true },
    step: 's1',
  })
  const ended: Fact = { ...fact('task.finished', end), task: '1/bob' as TaskId }
  return underWay(settled({ ...session, run }, [ended, ...handed]))
}

const calls = (session: Session, agent: string, ...wants: readonly (readonly [string, object])[]): Session =>
  ends(session, agent, reply('', { calls: wants.map(([name, input]) => ({ tool: name, input })), finish: 'tools' }))

const helps = (session: Session): Session =>
  underWay(calls(session, 'bob', ['task', { agentName: 'helper', prompt: 'Help.' }]))

/** The host reports what the next call would touch, and runs it if allowed. */
function touching(session: Session, target: string, permission = 'edit'): Session {
  const inspect = wanted(session).find(({ kind }) => kind === 'inspect') as Effect
  const seen = underWay(
    settled(session, domain.absorb(session, inspect, { kind: 'inspected', resources: [{ permission, target }] })),
  )
  const running = Object.values(seen.started).find(({ kind }) => kind === 'tool')
  if (!running) return seen
  const artifacts = permission === 'edit' ? [{ kind: 'diff', title: target, path: target, text: '' } as const] : []
  return underWay(
    settled(seen, domain.absorb(seen, running, { kind: 'output', ok: true, output: 'ok', ms: 1, artifacts })),
  )
}

const writes = (session: Session, agent: string, path: string): Session =>
  touching(calls(session, agent, ['write', { path }]), path)

const results = (session: Session, task: string): readonly string[] =>
  toArray(session.tasks[task as TaskId]?.lines ?? ({ root: [], tail: [], size: 0 } as never)).flatMap((line) =>
    line.role === 'tool' ? [line.output] : [],
  )
const HELPER = '1/step/c1-1'

describe('a file budget', () => {
  test('of 0 allows no file to be written', () => {
    const refused = writes(working({ files: 0 }), 'bob', 'a.txt')
    expect(results(refused, '1/step')).toEqual(['The call was not run: you may change 0 files in this task.'])
  })

  test('of 1 allows that file to be changed again, but no other', () => {
    const again = writes(writes(working({ files: 1 }), 'bob', 'a.txt'), 'bob', 'a.txt')
    expect(results(again, '1/step')).toEqual(['ok', 'ok'])
    const other = writes(again, 'bob', 'b.txt')
    expect(results(other, '1/step').at(-1)).toContain('you may change 1 file')
  })

  test('counts a subagent’s changes, and refuses them there', () => {
    const one = writes(helps(working({ files: 1 })), 'helper', 'a.txt')
    expect(results(one, HELPER)).toEqual(['ok'])
    const two = writes(one, 'helper', 'b.txt')
    expect(results(two, HELPER).at(-1)).toContain('you may change 1 file')
  })

  test('counts all files of one call', () => {
    const session = calls(working({ files: 1 }), 'bob', ['write', {}])
    const inspect = wanted(session).find(({ kind }) => kind === 'inspect') as Effect
    const resources = ['a.txt', 'b.txt'].map((target) => ({ permission: 'edit', target }))
    const both = settled(session, domain.absorb(session, inspect, { kind: 'inspected', resources }))
    expect(results(both, '1/step')[0]).toContain('not run')
  })

  test('once used up, asks before a command that declares no files, even with approval in advance', () => {
    const asks = { '*': 'ask' }
    const free = touching(calls(working({ files: 1, approve: 'auto' }, asks), 'bob', ['bash', {}]), 'make', 'bash')
    expect(Object.values(free.asks)).toEqual([])
    const spent = touching(calls(working({ files: 0, approve: 'auto' }, asks), 'bob', ['bash', {}]), 'make', 'bash')
    expect(Object.values(spent.asks)).toHaveLength(1)
  })
})

describe('a tool-call budget', () => {
  test('lets exactly that number run, and a task that needs no more is done', () => {
    const one = touching(calls(working({ toolCalls: 1 }), 'bob', ['read', {}]), 'a.txt', 'read')
    const done = ends(one, 'bob', reply('Done.'))
    expect(results(one, '1/step')).toEqual(['ok'])
    expect(done.tasks['1/step' as TaskId]).toBeUndefined()
  })

  test('counts a subagent’s calls', () => {
    const one = touching(calls(helps(working({ toolCalls: 1 })), 'helper', ['read', {}]), 'a.txt', 'read')
    const two = calls(one, 'helper', ['read', { again: true }])
    expect(results(two, HELPER).at(-1)).toContain('you may make 1 tool call')
  })
})

describe('a token budget', () => {
  test('without room for an answer lets no call start', () => {
    const session = working({ tokens: 50 })
    expect(Object.values(session.started).filter(({ key }) => key.startsWith('1/step'))).toEqual([])
    expect(session.tasks['1/step' as TaskId]).toBeUndefined()
  })

  test('cuts an answer to what is left', () => {
    const [call] = Object.values(working({ tokens: 3_000 }).started).filter(({ key }) => key.startsWith('1/step'))
    expect(call?.kind === 'model' && call.reserve.input + call.reserve.output).toBeLessThanOrEqual(3_000)
  })

  test('counts what a subagent has used', () => {
    const helped = helps(working({ tokens: 9_000 }))
    const usage = { input: 7_000, cached: 0, output: 1_000 }
    const read = reply('', { calls: [{ tool: 'read', input: {} }], finish: 'tools', usage })
    const spent = touching(ends(helped, 'helper', read), 'a.txt', 'read')
    expect(spent.tasks['1/step' as TaskId]?.subtree.tokens).toBeGreaterThan(8_000)
    expect(Object.values(spent.started).every(({ key }) => !key.endsWith('say2.1'))).toBe(true)
  })
})
