import { describe, expect, test } from 'vitest'
import type { Outcome } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import { toArray } from '../list/list.ts'
import { begun, domain, ends, reply, settled, told, underWay, wanted } from '../session/session.fixture.ts'
import type { AskId, EffectKey } from '../shared/ids.ts'
import type { Session } from '../state/session.ts'
import type { ToolSpec } from '../tool/tool.ts'

const tool = (name: string, readOnly: boolean): ToolSpec => ({
  name,
  description: '',
  input: {},
  permission: name,
  readOnly,
  timeoutMs: 1_000,
})
const tools = {
  read: tool('read', true),
  list: tool('list', true),
  write: tool('write', false),
  bash: tool('bash', false),
}
const allowAll = [{ layer: 'user', rules: { '*': 'allow' } }]

/** Ada's first reply calls these tools. */
function calling(names: readonly string[], settings: object = {}): Session {
  const calls = names.map((name) => ({ tool: name, input: { path: 'x' } }))
  const session = underWay(begun({ settings: { tools, permissions: allowAll, ...settings } }))
  return ends(session, 'ada', reply('Let me see.', { calls, finish: 'tools' }))
}

/** Runs all pending inspections. */
function inspected(session: Session, target = '/project/x'): Session {
  return wanted(session)
    .filter(({ kind }) => kind === 'inspect')
    .reduce((state, effect) => {
      const permission = state.tasks['1/ada' as never]?.calls.find(
        (call) => effect.kind === 'inspect' && call.id === effect.call,
      )?.tool
      const outcome: Outcome = { kind: 'inspected', resources: [{ permission: permission ?? '', target }] }
      return settled(state, domain.absorb(state, effect, outcome))
    }, session)
}

const toolKeys = (session: Session) =>
  wanted(session)
    .filter(({ kind }) => kind === 'tool')
    .map(({ key }) => key)
const ran = (session: Session, key: string, outcome: Outcome = { kind: 'output', ok: true, output: 'done', ms: 1 }) =>
  settled(session, domain.absorb(session, session.started[key as EffectKey] as never, outcome))
const results = (session: Session) =>
  toArray(session.tasks['1/ada' as never]?.lines ?? { size: 0, full: [], tail: [] }).flatMap((line) =>
    line.role === 'tool' ? [line.output] : [],
  )

describe('order', () => {
  test('read-only calls run in parallel', () => {
    expect(toolKeys(inspected(calling(['read', 'list'])))).toEqual(['1/ada/c1-1/run.1', '1/ada/c1-2/run.1'])
  })

  test('a writing call waits for all calls before it, and all after it wait for it', () => {
    const first = underWay(inspected(calling(['read', 'write', 'list'])))
    expect(Object.keys(first.started)).toEqual(['1/ada/c1-1/run.1'])
    const second = underWay(inspected(ran(first, '1/ada/c1-1/run.1')))
    expect(Object.keys(second.started)).toEqual(['1/ada/c1-2/run.1'])
    const third = underWay(inspected(ran(second, '1/ada/c1-2/run.1')))
    expect(Object.keys(third.started)).toEqual(['1/ada/c1-3/run.1'])
  })

  test('results enter the conversation in call order, whatever order they end in', () => {
    const both = underWay(inspected(calling(['read', 'list'])))
    const one = ran(both, '1/ada/c1-2/run.1', { kind: 'output', ok: true, output: 'second', ms: 1 })
    const all = ran(one, '1/ada/c1-1/run.1', { kind: 'output', ok: true, output: 'first', ms: 1 })
    expect(results(all)).toEqual(['first', 'second'])
    expect(wanted(all).map(({ key }) => key)).toEqual(['1/ada/say2.1'])
  })
})

describe('a call that is not run', () => {
  test('because its tool is unknown is an error the agent can act on', () => {
    expect(results(calling(['teleport']))).toEqual(['tool_access_error: There is no tool named teleport for you.'])
  })

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'because every object has a %s but no tool is named that is the same error',
    (name) => {
      expect(results(calling([name]))).toEqual([`tool_access_error: There is no tool named ${name} for you.`])
    },
  )

  test('because its arguments do not parse says why', () => {
    const session = underWay(begun({ settings: { tools, permissions: allowAll } }))
    const calls = [{ tool: 'read', input: null, invalid: 'its arguments are not JSON' }]
    expect(results(ends(session, 'ada', reply('', { calls, finish: 'tools' })))).toEqual([
      'The call was not run: its arguments are not JSON.',
    ])
  })

  test('because its reply was truncated says so', () => {
    const session = underWay(begun({ settings: { tools, permissions: allowAll } }))
    const calls = [{ tool: 'write', input: {} }]
    expect(results(ends(session, 'ada', reply('', { calls, finish: 'length' })))).toEqual([
      'The call was not run: the reply was cut at its length limit.',
    ])
  })

  test('because of the tool-call limit closes the task', () => {
    const calls = ['read', 'read'].map((name) => ({ tool: name, input: {} }))
    const session = underWay(begun({ settings: { tools, permissions: allowAll }, limits: { maxToolCalls: 0 } }))
    const over = ends(session, 'ada', reply('', { calls, finish: 'tools' }))
    expect(over.run?.limit?.which).toBe('tool_calls')
    expect(results(over)).toHaveLength(2)
    expect(wanted(over)[0]?.kind).toBe('model')
  })
})

describe('permission', () => {
  const asking = [{ layer: 'user', rules: { write: 'ask' } }]

  test('denied by a rule gives a result with that rule', () => {
    const denied = inspected(
      calling(['write'], { permissions: [{ layer: 'user', rules: { write: { '/project/*': 'deny' } } }] }),
    )
    expect(results(denied)).toEqual(['Denied by the rule "write: /project/*" (user).'])
  })

  test('that must be asked for waits for the user, and “once” lets the call run', () => {
    const asked = inspected(calling(['write'], { permissions: asking }))
    expect(Object.values(asked.asks)).toMatchObject([
      { tool: 'write', resource: '/project/x', chain: ['ada'], proposed: 'write:/project/x' },
    ])
    expect(wanted(asked)).toMatchObject([{ kind: 'timer', patient: true }])
    const ask = '1/ada/c1-1/ask' as AskId
    const answered = told(asked, { type: 'permit', ask, answer: 'once', by: 'user' })
    expect(toolKeys(answered)).toEqual(['1/ada/c1-1/run.1'])
    expect(domain.accept(answered, { type: 'permit', ask, answer: 'deny', by: 'user' }).refusal?.code).toBe(
      'already_answered',
    )
  })

  test('for the session covers the same thing from then on', () => {
    const asked = inspected(calling(['write', 'write'], { permissions: asking }))
    const granted = told(asked, { type: 'permit', ask: '1/ada/c1-1/ask' as AskId, answer: 'session', by: 'user' })
    const next = inspected(ran(underWay(granted), '1/ada/c1-1/run.1'))
    expect(next.asks).toEqual({})
    expect(toolKeys(next)).toEqual(['1/ada/c1-2/run.1'])
  })

  test('denied by the user passes the reason on to the agent', () => {
    const asked = inspected(calling(['write'], { permissions: asking }))
    const denied = told(asked, {
      type: 'permit',
      ask: '1/ada/c1-1/ask' as AskId,
      answer: 'deny',
      by: 'user',
      reason: 'not on Friday',
    })
    expect(results(denied)).toEqual(['Denied: not on Friday'])
  })

  test('that nobody answers expires to a denial', () => {
    const asked = inspected(calling(['write'], { permissions: asking }))
    const expired = settled(asked, [fact('timer.fired', { effect: '1/ada/c1-1/expiry' as EffectKey })])
    expect(results(expired)).toEqual(['Denied: no answer in time'])
  })

  test('that must be asked for is denied if the user cannot be asked', () => {
    const denied = inspected(calling(['write'], { permissions: asking, interactive: false }))
    expect(results(denied)[0]).toContain("needs a person's approval")
  })

  test('is no longer asked for in a stopped run', () => {
    const asked = inspected(calling(['write'], { permissions: asking }))
    expect(told(asked, { type: 'stop' }).asks).toEqual({})
  })
})

describe('when the time is up', () => {
  const timeIsUp = (session: Session) =>
    settled(session, [fact('limit.reached', { which: 'time', spent: 1, reserved: 0, cap: 120_000 })])

  test('a running tool is no longer wanted, and is not started again', () => {
    const late = timeIsUp(underWay(inspected(calling(['read']))))
    expect(wanted(late)).toEqual([])
    const stopped = ran(late, '1/ada/c1-1/run.1', { kind: 'aborted', partial: '', ms: 1 })
    expect(results(stopped)).toEqual(['Stopped before it ended.'])
    expect(wanted(stopped).map(({ kind }) => kind)).toEqual(['model'])
  })

  test('open asks are withdrawn', () => {
    const late = timeIsUp(inspected(calling(['write'], { permissions: [{ layer: 'user', rules: { write: 'ask' } }] })))
    expect(late.asks).toEqual({})
    expect(results(late)).toEqual(['The call was not run: the limit of 2 minutes was reached.'])
  })
})

describe('after a crash', () => {
  test('a read-only tool is wanted again, as a new attempt', () => {
    const lost = underWay(inspected(calling(['read'])))
    const recovered = settled(lost, domain.recover(lost, lost.at + 5))
    expect(toolKeys(recovered)).toEqual(['1/ada/c1-1/run.2'])
  })

  test('a tool with effects is never repeated: its agent reads that the outcome is unknown', () => {
    const lost = underWay(inspected(calling(['write'])))
    const recovered = settled(lost, domain.recover(lost, lost.at + 5))
    expect(toolKeys(recovered)).toEqual([])
    expect(results(recovered)[0]).toContain('The outcome of this call is unknown')
  })

  test('a model call is wanted once more, and its possible cost is recorded as uncertain', () => {
    const lost = underWay(begun())
    const recovered = settled(lost, domain.recover(lost, lost.at + 60_000))
    expect(wanted(recovered).map(({ key }) => key)).toEqual(['1/ada/say1.2'])
    expect(recovered.uncertain.calls).toBe(1)
    expect(recovered.run?.workingSince).toBe(lost.at + 60_000)
  })
})

describe('the end', () => {
  const conversation = (session: Session) =>
    toArray(session.conversations.ada?.lines ?? { size: 0, full: [], tail: [] })

  test('of a run gives every open call a result, or providers would refuse the next request', () => {
    const stopped = told(underWay(inspected(calling(['write']))), { type: 'stop' })
    expect(conversation(stopped).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(conversation(stopped).at(-1)).toMatchObject({ ok: false, output: 'The task ended before this call did.' })
  })

  test('of a closing task comes with its last reply, whatever it still wants', () => {
    const closing = underWay(calling(['fly'], {})).tasks
    const limited = underWay(begun({ settings: { tools, permissions: allowAll }, limits: { maxTurns: 1 } }))
    const once = underWay(
      ends(limited, 'ada', reply('Let me see.', { calls: [{ tool: 'fly', input: {} }], finish: 'tools' })),
    )
    const over = ends(once, 'ada', reply('', { calls: [{ tool: 'read', input: {} }], finish: 'tools' }))
    expect(Object.keys(closing)).toHaveLength(1)
    expect(over.run?.finished).toMatchObject({ state: 'cancelled', reason: 'limit:turns', summary: 'Let me see.' })
  })
})

test('a call that could not be inspected fails, and no rule for its tool alone lets it run', () => {
  const session = calling(['bash'])
  const [effect] = wanted(session)
  const unseen: Outcome = { kind: 'output', ok: false, output: 'Nobody could say.', ms: 0 }
  expect(toolKeys(settled(session, domain.absorb(session, effect as never, unseen)))).toEqual([])
})

test('parallel calls stay under the cap', () => {
  const session = underWay(begun({ settings: { tools, permissions: allowAll }, limits: { maxToolCalls: 2 } }))
  const calls = ['read', 'read', 'list', 'list'].map((name) => ({ tool: name, input: {} }))
  const wanting = ends(session, 'ada', reply('Let me see.', { calls, finish: 'tools' }))
  expect(toolKeys(inspected(inspected(wanting)))).toHaveLength(2)
})

describe('an ask about a line with several commands', () => {
  const resources = [
    { permission: 'bash', target: 'git push' },
    { permission: 'bash', target: 'npm test *' },
    { permission: 'edit', target: 'log.txt', verdict: 'ask' as const },
    { permission: 'bash', target: 'ls' },
  ]
  const rules = [{ layer: 'user', rules: { bash: { '*': 'ask', ls: 'allow' }, edit: 'allow' } as never }]

  function askedFor(session = calling(['bash'], { permissions: rules })): Session {
    const [effect] = wanted(session).filter(({ kind }) => kind === 'inspect')
    return effect ? settled(session, domain.absorb(session, effect, { kind: 'inspected', resources })) : session
  }

  test('names everything not yet allowed, literally', () => {
    const [ask] = Object.values(askedFor().asks)
    expect(ask).toMatchObject({ proposed: 'bash:git push', also: ['bash:npm test \\*', 'edit:log.txt'] })
  })

  test('answered for the session covers exactly the whole line', () => {
    const asked = askedFor()
    const [ask] = Object.values(asked.asks)
    const session = told(asked, { type: 'permit', ask: ask?.ask as AskId, answer: 'session', by: 'user' })
    expect(session.grants).toEqual(['bash:git push', 'bash:npm test \\*', 'edit:log.txt'])
    expect(toolKeys(session)).toEqual(['1/ada/c1-1/run.1'])
    const again = ran(underWay(session), '1/ada/c1-1/run.1')
    const calls = [{ tool: 'bash', input: {} }]
    const second = ends(underWay(again), 'ada', reply('Again.', { calls, finish: 'tools' }))
    expect(Object.keys(askedFor(second).asks)).toEqual([])
  })

  test('with a pattern from the user covers what the pattern matches', () => {
    const asked = askedFor()
    const [ask] = Object.values(asked.asks)
    const answer = {
      type: 'permit',
      ask: ask?.ask as AskId,
      answer: 'session',
      pattern: 'bash:git *',
      by: 'user',
    } as const
    expect(told(asked, answer).grants).toEqual(['bash:git *'])
  })
})
