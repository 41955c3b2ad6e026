import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../../effect/effect.ts'
import { fact } from '../../event/event.ts'
import { toArray } from '../../list/list.ts'
import { begun, domain, ends, reply, seat, settled, told, underWay, wanted } from '../../session/session.fixture.ts'
import type { Session } from '../../state/session.ts'

const read = { name: 'read', description: '', input: {}, permission: 'read', readOnly: true, timeoutMs: 1 }
const settings = { permissions: [{ layer: 'user', rules: { '*': 'allow' } }], tools: { read } }
const members = [seat('lead', { delegates: 'all' }), seat('coder')]

/** Lead has delegated work to coder, in a run with this tool-call limit. */
function handed(maxToolCalls: number | null, from?: Session): Session {
  const session = from ?? underWay(begun({ mode: 'delegate', members, settings, limits: { maxToolCalls } }))
  const input = { agentName: 'coder', workDescription: 'Do it.', reportExpectations: 'What you did.' }
  return underWay(ends(session, 'lead', reply('', { calls: [{ tool: 'delegateWork', input }], finish: 'tools' })))
}
const wants = (session: Session, tool: string, input: object): Session =>
  ends(session, 'coder', reply('', { calls: [{ tool, input: { ...input } }], finish: 'tools' }))

/** What lead reads after coder has reported. */
function heard(session: Session, report: string): readonly string[] {
  const back = underWay(wants(session, 'reportOut', { report }))
  const [call] = Object.values(back.started)
  return toArray(domain.prompt(back, call as ModelEffect).lines).flatMap((line) =>
    line.role === 'tool' ? [line.output] : [],
  )
}

describe('the tool-call limit', () => {
  test('does not count the call that waits for a delegate', () => {
    const reading = wants(handed(1), 'read', {})
    expect(wanted(reading).map(({ kind }) => kind)).toContain('inspect')
  })

  test('blocks neither delegating work nor reporting back', () => {
    expect(heard(handed(0), 'Done without.')).toEqual(['Done without.'])
  })
})

test('a report is not lost if a limit is reached while the delegate reports', () => {
  const limited = settled(handed(null), [fact('limit.reached', { which: 'tokens', spent: 1, reserved: 0, cap: 1 })])
  expect(heard(limited, 'Just in time.')).toEqual(['Just in time.'])
})

test('a stop after the end ends each open task once, with everything under it', () => {
  const over = ends(underWay(begun({ mode: 'delegate', members, settings })), 'lead', reply('Done.'))
  const working = handed(null, underWay(told(over, { type: 'message', text: 'And?' })))
  const { facts } = domain.accept(working, { type: 'stop' })
  expect(facts.map(({ type, task }) => [type, task])).toEqual([['task.finished', '1/follow-up-m3/lead']])
  expect(told(working, { type: 'stop' }).tasks).toEqual({})
})

describe('a delegate', () => {
  const busy = (more: object, limits: object = {}): Session => {
    const team = [seat('lead', { delegates: 'all' }), seat('coder', more)]
    return handed(null, underWay(begun({ mode: 'delegate', members: team, settings, limits })))
  }
  const looks = (session: Session, path: string): Session => {
    const asked = wants(session, 'read', { path })
    const inspect = wanted(asked).find(({ kind }) => kind === 'inspect')
    if (!inspect) return underWay(asked)
    const resources = [{ permission: 'read', target: path }]
    const running = underWay(settled(asked, domain.absorb(asked, inspect, { kind: 'inspected', resources })))
    const [tool] = Object.values(running.started).filter(({ kind }) => kind === 'tool')
    const output = { kind: 'output', ok: true, output: 'text', ms: 1 } as const
    return tool ? underWay(settled(running, domain.absorb(running, tool, output))) : running
  }
  const lastAsk = (session: Session): string => {
    const call = Object.values(session.started).find((one) => one.kind === 'model' && one.agent === 'coder')
    const line = call && toArray(domain.prompt(session, call as ModelEffect).lines).at(-1)
    return line?.role === 'user' ? line.text : ''
  }

  test.each([
    ['its own file allows', busy({ maxIterations: 2 })],
    ['the run allows', busy({}, { maxIterations: 2 })],
  ])('has no more iterations than %s, and one last call to report', (_who, session) => {
    const two = looks(looks(session, 'a'), 'b')
    expect(lastAsk(two)).toContain('You have used your 2 iterations.')
    const back = underWay(ends(two, 'coder', reply('Half of it.')))
    const [call] = Object.values(back.started)
    expect(JSON.stringify(toArray(domain.prompt(back, call as ModelEffect).lines))).toContain('Half of it.')
  })

  test('can use its last call to report by tool', () => {
    const closing = looks(looks(busy({ maxIterations: 2 }), 'a'), 'b')
    const back = underWay(wants(closing, 'reportOut', { report: 'What I have.' }))
    const [call] = Object.values(back.started)
    expect(JSON.stringify(toArray(domain.prompt(back, call as ModelEffect).lines))).toContain('What I have.')
  })

  test.each([
    ['an empty report', { report: ' ' }, '"report" is empty'],
    ['no report', {}, '"report" is missing'],
    ['a report that is not a string', { report: 7 }, '"report" must be a string'],
  ])('that ends with %s reads what is wrong', (_what, input, why) => {
    const told = underWay(wants(busy({}), 'reportOut', input))
    const task = Object.values(told.tasks).find(({ agent }) => agent === 'coder')
    expect(JSON.stringify(toArray(task?.lines ?? ([] as never)))).toContain(why.replaceAll('"', '\\"'))
  })

  test.each([
    ['no description', { agentName: 'coder', reportExpectations: 'All.' }, '"workDescription" is missing'],
    ['an empty description', { agentName: 'coder', workDescription: '', reportExpectations: '' }, 'is empty'],
  ])('is not started with %s', (_what, input, why) => {
    const session = underWay(begun({ mode: 'delegate', members, settings }))
    const told = underWay(
      ends(session, 'lead', reply('', { calls: [{ tool: 'delegateWork', input }], finish: 'tools' })),
    )
    expect(Object.values(told.tasks).map(({ agent }) => agent)).toEqual(['lead'])
    const [call] = Object.values(told.started)
    expect(JSON.stringify(toArray(domain.prompt(told, call as ModelEffect).lines))).toContain(
      why.replaceAll('"', '\\"'),
    )
  })
})

test('an agent whose calls are all refused or repeated must conclude after four such replies', () => {
  let session = underWay(begun({ settings }))
  for (let count = 0; count < 4; count++)
    session = underWay(
      ends(session, 'ada', reply('Hm.', { calls: [{ tool: `fly${count}`, input: {} }], finish: 'tools' })),
    )
  const [call] = Object.values(session.started)
  expect(domain.prompt(session, call as ModelEffect).tools).toEqual([])
  const done = ends(session, 'ada', reply('I cannot fly.'))
  expect(done.run?.finished).toMatchObject({
    state: 'cancelled',
    reason: 'limit:no_progress',
    summary: 'I cannot fly.',
  })
})
