import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../../effect/effect.ts'
import { fact } from '../../event/event.ts'
import { toArray } from '../../list/list.ts'
import {
  begun,
  domain,
  ends,
  failure,
  reply,
  seat,
  settled,
  told,
  underWay,
  wanted,
} from '../../session/session.fixture.ts'
import type { EffectKey } from '../../shared/ids.ts'
import type { Session } from '../../state/session.ts'
import { delegationCycles, delegationSection, delegationTargets } from '../../state/targets.ts'

const allow = { permissions: [{ layer: 'user', rules: { '*': 'allow' } }] }
const lead = seat('lead', { delegates: 'all' })
const coder = seat('coder', { delegates: 'all', useFor: 'Writing code' })
const tester = seat('tester', { delegates: 'none', useFor: 'Running tests' })

function delegating(members = [lead, coder, tester], settings: object = {}): Session {
  return underWay(begun({ mode: 'delegate', members, settings: { ...allow, ...settings } }))
}
const hand = (agentName: string, workDescription = 'Do it.') => ({
  tool: 'delegateWork',
  input: { agentName, workDescription, reportExpectations: 'What you did.' },
})
const delegates = (session: Session, from: string, ...names: readonly string[]): Session =>
  underWay(ends(session, from, reply('', { calls: names.map((name) => hand(name)), finish: 'tools' })))
const reports = (session: Session, agent: string, report: string): Session =>
  underWay(ends(session, agent, reply('', { calls: [{ tool: 'reportOut', input: { report } }], finish: 'tools' })))
const callOf = (session: Session, agent: string) =>
  Object.values(session.started).find(
    (effect): effect is ModelEffect => effect.kind === 'model' && effect.agent === agent,
  )
const requestOf = (session: Session, agent: string) => domain.prompt(session, callOf(session, agent) as ModelEffect)
const resultsOf = (session: Session, agent: string) =>
  toArray(requestOf(session, agent).lines).flatMap((line) => (line.role === 'tool' ? [line.output] : []))

describe('delegating work', () => {
  test('starts a separate conversation, and the report comes back as the result', () => {
    const handed = delegates(delegating(), 'lead', 'coder')
    expect(Object.keys(handed.tasks)).toEqual(['1/lead', '1/lead/c1-1'])
    expect(toArray(requestOf(handed, 'coder').lines)).toEqual([
      { role: 'user', text: '# Task\n\nCurrent date: 2026-01-02\n\nDo it.\n\n## Report expectations\n\nWhat you did.' },
    ])
    const back = reports(handed, 'coder', 'It is done.')
    expect(resultsOf(back, 'lead')).toEqual(['It is done.'])
    expect(ends(back, 'lead', reply('All done.')).run?.finished).toMatchObject({
      state: 'completed',
      summary: 'All done.',
    })
  })

  test('to several agents in one reply runs in parallel, and each gets its own result', () => {
    const both = delegates(delegating(), 'lead', 'coder', 'tester')
    expect(Object.values(both.started).map((effect) => effect.kind === 'model' && effect.agent)).toEqual([
      'coder',
      'tester',
    ])
    const one = reports(both, 'tester', 'Green.')
    expect(callOf(one, 'lead')).toBeUndefined()
    expect(resultsOf(reports(one, 'coder', 'Written.'), 'lead')).toEqual(['Written.', 'Green.'])
  })

  test('back to an agent in the chain is refused as circular, and the caller can react', () => {
    const back = delegates(delegates(delegating(), 'lead', 'coder'), 'coder', 'lead')
    expect(resultsOf(back, 'coder')[0]).toContain(
      'circular_delegation: lead waits for this work already: lead → coder → lead',
    )
  })

  test('deeper than the setting allows is refused', () => {
    const session = delegates(delegating(undefined, { mode: { maxDepth: 1 } }), 'lead', 'coder')
    expect(resultsOf(delegates(session, 'coder', 'tester'), 'coder')[0]).toContain(
      'delegation_error: Work may be handed on 1 times',
    )
  })

  test('to an unknown agent is refused with the possible names', () => {
    expect(resultsOf(delegates(delegating(), 'lead', 'nobody'), 'lead')[0]).toContain('Possible: coder, tester.')
  })

  test('that fails comes back as a result, and three failures in a row withdraw the tool', () => {
    let session = delegating()
    for (let round = 0; round < 3; round++) {
      session = delegates(session, 'lead', 'coder')
      session = underWay(ends(session, 'coder', failure('refused', { retryable: false })))
      expect(resultsOf(session, 'lead').at(-1)).toContain('agent_execution_error: coder failed. refused happened')
    }
    expect(session.run?.failedDelegations).toBe(3)
    expect(requestOf(session, 'lead').tools.map(({ name }) => name)).not.toContain('delegateWork')
  })

  test('fails if the delegate takes too long, and the caller continues', () => {
    const handed = delegates(delegating(), 'lead', 'coder')
    const timer = wanted(handed).find(({ kind }) => kind === 'timer')
    expect(timer).toMatchObject({ key: '1/lead/c1-1/time', notBefore: handed.at + 300_000 })
    const late = underWay(settled(handed, [fact('timer.fired', { effect: timer?.key as EffectKey })]))
    expect(resultsOf(late, 'lead')[0]).toContain(
      'agent_execution_error: coder failed. CODER took longer than its 5 minutes. (timeout)',
    )
  })
})

describe('reporting', () => {
  test('only delegated agents have reportOut', () => {
    const handed = delegates(delegating(), 'lead', 'coder')
    expect(requestOf(handed, 'coder').tools.map(({ name }) => name)).toEqual([
      'delegateWork',
      'question',
      'reportOut',
      'decide',
      'vote',
    ])
    expect(requestOf(delegating(), 'lead').tools.map(({ name }) => name)).not.toContain('reportOut')
  })

  test('an answer without reportOut gets a reminder, and the third counts as an incomplete report', () => {
    let session = delegates(delegating(), 'lead', 'coder')
    session = underWay(ends(session, 'coder', reply('I think so.')))
    expect(toArray(requestOf(session, 'coder').lines).at(-1)).toEqual({
      role: 'user',
      text: 'Please complete your task and call reportOut with your findings.',
    })
    session = underWay(ends(session, 'coder', reply('Still thinking.')))
    session = underWay(ends(session, 'coder', reply('That is all.')))
    expect(resultsOf(session, 'lead')).toEqual(['(incomplete)\n\nThat is all.'])
  })
})

describe('the entry agent', () => {
  test('sees a section with the agents it can delegate to', () => {
    expect(requestOf(delegating(), 'lead').system).toContain(
      '## Available Agents for Delegation\n\nYou can delegate work to the following agents using the delegateWork tool:\n\n' +
        '- **coder**: Writing code\n- **tester**: Running tests\n\n' +
        'When using the delegateWork tool, use one of these agent names: coder, tester',
    )
  })

  test('is replaced once if it fails, with a warning', () => {
    const session = underWay(ends(delegating(), 'lead', failure('unauthorized', { retryable: false })))
    expect(callOf(session, 'coder')).toBeDefined()
    expect(ends(session, 'coder', reply('I can.')).run?.finished).toMatchObject({
      state: 'cancelled',
      lacks: { done: 1, of: 2, who: ['lead'] },
      summary: 'I can.',
    })
    const both = ends(session, 'coder', failure('unauthorized', { retryable: false }))
    expect(both.run?.finished).toMatchObject({ state: 'failed', reason: 'error:unauthorized' })
  })
})

describe('targets', () => {
  test('are listed by slug or by name, and never include the agent itself', () => {
    const run = delegating([seat('a', { delegates: ['B', 'a'] }), seat('b'), seat('c')]).run as NonNullable<
      Session['run']
    >
    expect(delegationTargets(run, run.team.members[0] as never).map(({ slug }) => slug)).toEqual(['b'])
    expect(delegationSection([])).toBe('')
  })

  test('that list each other are found as cycles', () => {
    const seats = [
      seat('a', { delegates: ['b'] }),
      seat('b', { delegates: ['C'] }),
      seat('c', { delegates: ['a'] }),
      seat('d', { delegates: 'all' }),
    ]
    expect(delegationCycles(seats)).toEqual([['a', 'b', 'c']])
  })
})

describe('subagents', () => {
  const explore = seat('explore', { category: 'subagent', useFor: 'Finding code' })
  const boss = seat('boss', { spawns: ['explore'], seat: 'agent' })
  const withSubagents = (): Session => {
    const session = begun({ members: [boss], settings: allow })
    const run = session.run as NonNullable<Session['run']>
    return underWay({ ...session, run: { ...run, team: { ...run.team, subagents: [explore] } } })
  }
  const calls = (session: Session, input: object) =>
    underWay(
      ends(
        session,
        'boss',
        reply('', {
          calls: [{ tool: 'task', input: { agentName: 'explore', prompt: 'Look.', ...input } }],
          finish: 'tools',
        }),
      ),
    )

  test('do a job, and their answer is the result', () => {
    const called = calls(withSubagents(), {})
    expect(requestOf(called, 'explore').tools.map(({ name }) => name)).toEqual(['question'])
    expect(resultsOf(underWay(ends(called, 'explore', reply('Found it.'))), 'boss')).toEqual(['Found it.'])
  })

  test('in the background let the caller continue, and report later', () => {
    const called = calls(withSubagents(), { background: true })
    expect(resultsOf(called, 'boss')[0]).toContain('Started in the background as the task 1/boss/c1-1')
    const waiting = ends(called, 'boss', reply('Meanwhile I know this.'))
    expect(waiting.run?.phase).toBe('running')
    const heard = underWay(ends(waiting, 'explore', reply('Found it.')))
    expect(toArray(requestOf(heard, 'boss').lines).at(-1)).toEqual({
      role: 'user',
      text: '## Report of explore (1/boss/c1-1)\n\nFound it.',
    })
  })

  test('can be resumed in their conversation', () => {
    const first = underWay(ends(calls(withSubagents(), {}), 'explore', reply('Found it.')))
    const again = calls(first, { prompt: 'And where?', resume: '1/boss/c1-1' })
    expect(toArray(requestOf(again, 'explore').lines).map((line) => line.role !== 'tool' && line.text)).toEqual([
      '# Task\n\nCurrent date: 2026-01-02\n\nLook.',
      'Found it.',
      '# Task\n\nAnd where?',
    ])
  })

  test('never have more permissions than their caller', () => {
    const tools = {
      write: { name: 'write', description: '', input: {}, permission: 'edit', readOnly: false, timeoutMs: 1 },
    }
    const narrow = seat('boss', {
      spawns: ['*'],
      seat: 'agent',
      permissions: { edit: { '*': 'deny', '/tmp/*': 'allow' } },
    })
    const session = begun({ members: [narrow], settings: { ...allow, tools } })
    const run = session.run as NonNullable<Session['run']>
    const called = calls(underWay({ ...session, run: { ...run, team: { ...run.team, subagents: [explore] } } }), {})
    const writing = ends(called, 'explore', reply('', { calls: [{ tool: 'write', input: {} }], finish: 'tools' }))
    const inspect = wanted(writing).find(({ kind }) => kind === 'inspect')
    const resources = [{ permission: 'edit', target: '/etc/x' }]
    const judged = underWay(
      settled(writing, domain.absorb(writing, inspect as never, { kind: 'inspected', resources })),
    )
    expect(resultsOf(judged, 'explore')).toEqual(['Denied by the rule "edit: *" (parent).'])
  })
})

describe('a question', () => {
  const asks = (settings: object = {}) =>
    ends(
      underWay(begun({ settings: { ...allow, ...settings } })),
      'ada',
      reply('', {
        calls: [{ tool: 'question', input: { question: 'Which one?', options: ['a', 'b'] } }],
        finish: 'tools',
      }),
    )

  test('waits for the user, and the answer is the result', () => {
    const asked = asks()
    expect(Object.values(asked.questions)).toMatchObject([{ question: 'Which one?', options: ['a', 'b'] }])
    expect(wanted(asked)).toEqual([])
    const answered = underWay(told(asked, { type: 'answer', text: 'b', by: 'user' }))
    expect(resultsOf(answered, 'ada')).toEqual(['b'])
    expect(domain.accept(answered, { type: 'answer', text: 'a', by: 'user' }).refusal?.code).toBe('already_answered')
  })

  test('tells the agent to proceed if the user cannot be asked', () => {
    expect(resultsOf(underWay(asks({ interactive: false })), 'ada')).toEqual([
      'Nobody is there to answer, now or later. Proceed with your best assumptions.',
    ])
  })
})

test('an agent cannot resume another agent’s own conversation', () => {
  const boss = seat('boss', { spawns: ['*'], seat: 'agent' })
  const session = begun({ members: [boss], settings: allow })
  const run = session.run as NonNullable<Session['run']>
  const explore = seat('explore', { category: 'subagent' })
  const conversations = {
    boss: { lines: session.tasks['1/boss' as never]?.lines ?? session.messages, size: 1 },
  } as never
  const open = underWay({ ...session, conversations, run: { ...run, team: { ...run.team, subagents: [explore] } } })
  const input = { agentName: 'explore', prompt: 'Go on.', resume: 'boss' }
  const asked = underWay(ends(open, 'boss', reply('', { calls: [{ tool: 'task', input }], finish: 'tools' })))
  expect(resultsOf(asked, 'boss')).toEqual(['There is no finished task boss to resume.'])
})
