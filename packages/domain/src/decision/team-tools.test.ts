import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import { toArray } from '../list/list.ts'
import type { Mode } from '../mode/mode.ts'
import { traitsOf } from '../modes/faces.ts'
import { modes } from '../modes/modes.ts'
import { ownersOf } from '../modes/plan/form-team.ts'
import { createDomain } from '../session/domain.ts'
import { domain, reply as replyOf, seat, settled, underWay } from '../session/session.fixture.ts'
import type { TaskId } from '../shared/ids.ts'
import type { Run, Session } from '../state/session.ts'
import { offeredTools } from '../task/tools.ts'
import { atWork, deliberated, only, proposed, rung, says, votes } from './decision.fixture.ts'

const input = { topic: 'Tabs or spaces?', options: ['tabs', 'spaces'], evidence: 'The linter says nothing.' }
const calls = (tool: string, given: object) => ({ calls: [{ tool, input: given }], finish: 'tools' })

/** Ada's first answer calls one of the team tools. */
const wants = (session: Session, tool: string, given: object) => says(session, 'ada', '', calls(tool, given))

const resultsOf = (session: Session, agent: string): readonly string[] => {
  const task = Object.values(session.tasks).find((one) => one.agent === agent && one.decision === null)
  return task ? toArray(task.lines).flatMap((line) => (line.role === 'tool' ? [line.output] : [])) : []
}

describe('decide', () => {
  test('waits for the team’s decision, and returns it with the reasons', () => {
    const raised = wants(atWork(), 'decide', input)
    expect(only(raised)).toMatchObject({ id: 'ada/c1-1', by: 'ada', topic: 'Tabs or spaces?', stage: 'deliberating' })
    expect(resultsOf(raised, 'ada')).toEqual([])
    const done = ['ada', 'bert', 'cleo'].reduce((now, agent) => votes(now, agent, 'tabs'), deliberated(raised))
    expect(resultsOf(done, 'ada')).toEqual([
      'Decided: tabs\n\nThe question was: Tabs or spaces?\n\n3 of 3 votes.\nADA: ada knows.\nBERT: bert knows.\nCLEO: cleo knows.',
    ])
    expect(Object.values(done.started).map((one) => one.key)).toContain('1/ada/say2.1')
  })

  test('ends with the task that raised it', () => {
    const raised = deliberated(wants(atWork(), 'decide', input))
    const end = { ok: false, report: '', ms: 0, iterations: 1, toolCalls: 0, tokens: 0, place: 'ada' }
    const ended = settled(raised, [fact('task.finished', end, { task: '1/ada' as TaskId, agent: 'ada' })])
    expect(ended.decisions).toEqual({})
    expect(Object.values(ended.tasks).some(({ decision }) => decision !== null)).toBe(false)
  })

  test.each([
    ['one option', { ...input, options: ['tabs'] }, 'at least two options'],
    ['no topic', { ...input, topic: ' ' }, '"topic" is empty'],
    ['options that are not a list', { ...input, options: 'tabs, spaces' }, '"options" must be a list'],
    ['no input', {}, '"topic" is missing'],
  ])('with %s is refused with a hint', (_, given, why) => {
    const refused = wants(atWork(), 'decide', given)
    expect(refused.decisions).toEqual({})
    expect(resultsOf(refused, 'ada')[0]).toContain(why)
  })

  test('can be raised at most three times per task', () => {
    const thrice = [1, 2, 3].reduce((now) => {
      const raised = wants(now, 'decide', input)
      return ['ada', 'bert', 'cleo'].reduce((each, agent) => votes(each, agent, 'tabs'), deliberated(raised))
    }, atWork())
    const refused = wants(thrice, 'decide', input)
    expect(Object.keys(refused.decisions)).toHaveLength(3)
    expect(resultsOf(refused, 'ada').at(-1)).toContain('Decide this one yourself')
  })

  test('cannot be raised while five decisions are open', () => {
    const five = [1, 2, 3, 4, 5].reduce((now) => proposed(now), atWork())
    const own = Object.values(five.started).find(({ key }) => key === '1/ada/say1.1') as ModelEffect
    const refused = settled(five, domain.absorb(five, own, { ...reply, ...calls('decide', input) } as never))
    expect(resultsOf(refused, 'ada')[0]).toContain('5 decisions are open already')
  })

  test('is not offered if the rules deny it, and waits for the user if they ask', () => {
    const rules = (decide: string) => ({ settings: { permissions: [{ layer: 'user', rules: { decide } }] } })
    const asking = wants(atWork(rules('ask')), 'decide', input)
    expect(Object.values(asking.asks)[0]).toMatchObject({ tool: 'decide', resource: 'Tabs or spaces?' })
    expect(toolsOf(atWork(rules('deny')), 'ada')).not.toContain('decide')
  })
})

const reply = { kind: 'reply', text: '', reasoning: '', usage: null, ms: 1 }

const modeOf = ({ mode }: Run): Mode => modes[mode] as Mode

const toolsOf = (session: Session, agent: string): readonly string[] => {
  const task = Object.values(session.tasks).find((one) => one.agent === agent)
  const run = session.run
  const own = run?.team.members.find(({ slug }) => slug === agent)
  return run && task && own ? offeredTools({ run, mode: modeOf(run), task, seat: own }).map(({ name }) => name) : []
}

describe('the team tools', () => {
  test('are available to every team member, but not to an agent working alone', () => {
    expect(toolsOf(atWork(), 'ada')).toEqual(expect.arrayContaining(['decide', 'vote']))
    expect(toolsOf(atWork({ members: ['ada'], lead: false, mode: 'agent' }), 'ada')).toEqual(['question'])
  })

  test('are limited to those the agent has', () => {
    const team = atWork()
    const run = team.run
    const narrow = seat('ada', { tools: { only: ['vote'] } })
    const task = team.tasks['1/ada' as TaskId]
    expect(run && task && offeredTools({ run, mode: modeOf(run), task, seat: narrow }).map(({ name }) => name)).toEqual(
      ['vote'],
    )
  })
})

describe('vote', () => {
  const cast = (session: Session, given: object) => {
    const own = Object.values(session.started).find(({ key }) => key === '1/ada/say1.1') as ModelEffect
    return underWay(settled(session, domain.absorb(session, own, { ...reply, ...calls('vote', given) } as never)))
  }

  test('counts immediately, and its agent is not asked again', () => {
    const voted = cast(proposed(atWork()), { decision: 'd1', option: 'postgres', reason: 'Known.' })
    expect(only(voted).votes).toEqual([{ voter: 'ada', option: 'Postgres', reason: 'Known.', confidence: null }])
    expect(resultsOf(voted, 'ada')[0]).toContain('Your vote is in.')
    const voting = deliberated(voted, 'bert', 'cleo')
    const waiting = rung(voting, '/halfway')
    const polled = Object.values(waiting.tasks).filter(({ kind }) => kind === 'vote')
    expect(polled.map(({ agent }) => agent)).toEqual(['bert', 'cleo'])
  })

  test.each([
    ['for an unknown decision', { decision: 'x', option: 'SQLite', reason: '' }, 'Open: d1 (Where do we store it?'],
    [
      'for an unknown option',
      { decision: 'd1', option: 'MySQL', reason: '' },
      'is not one of the options: 1. SQLite; 2. Postgres.',
    ],
  ])('%s is refused with the valid choices', (_, given, why) => {
    const refused = cast(proposed(atWork()), given)
    expect(only(refused).votes).toEqual([])
    expect(resultsOf(refused, 'ada')[0]).toContain(why)
  })
})

test('a vote by tool call overrides a ballot still in progress', () => {
  const asked = deliberated(proposed(atWork()))
  const callOf = (session: Session, part: string) =>
    Object.values(session.started).find(({ key }) => key.includes(part)) as ModelEffect
  const cast = {
    calls: [{ tool: 'vote', input: { decision: only(asked).id, option: 'SQLite', reason: 'x' } }],
    finish: 'tools',
  }
  const early = underWay(settled(asked, domain.absorb(asked, callOf(asked, '1/ada/say'), replyOf('', cast))))
  const ballot = domain.absorb(early, callOf(early, 'ballot:ada'), replyOf('VOTE: Postgres\nREASON: y'))
  const late = settled(early, ballot)
  expect(only(late).votes.filter(({ voter }) => voter === 'ada')).toMatchObject([{ option: 'SQLite' }])
})

describe('handoff', () => {
  test('is refused outside of a step, with a hint', () => {
    const refused = wants(atWork(), 'handoff', { to: 'bert', reason: 'He knows.' })
    expect(resultsOf(refused, 'ada')).toEqual([
      'handoff offers a step of a plan to somebody else, and you work on no step: do this task yourself, or report what is missing.',
    ])
  })

  /** A `plan` run in which ada works on step s1. The mode itself does nothing here. */
  function onStep(): Session {
    const team = atWork()
    const task = team.tasks['1/ada' as TaskId]
    return {
      ...team,
      run: team.run && { ...team.run, mode: 'plan' },
      tasks: task ? { [task.id]: { ...task, step: 's1', kind: 'work' } } : {},
    }
  }
  const resting = createDomain({
    plan: {
      name: 'plan',
      traits: traitsOf('plan'),
      transitions: {},
      evolve: (data: unknown) => data,
      next: () => ({ record: [], want: [] }),
      heirs: ownersOf,
      forecast: () => ({ course: () => [] }),
    },
  } as never)
  const offered = () => {
    const session = onStep()
    const call = { ...reply, ...calls('handoff', { to: 'bert', reason: 'He knows.' }) }
    return follow(session, resting.absorb(session, Object.values(session.started)[0] as ModelEffect, call as never))
  }
  function follow(before: Session, facts: readonly ReturnType<typeof fact>[]): Session {
    let session = before
    const add = (one: ReturnType<typeof fact>) => {
      session = resting.evolve(session, resting.stamp(session, one, session.at, before.seq + 1))
    }
    facts.forEach(add)
    for (let step = resting.next(session); step.record.length > 0; step = resting.next(session))
      step.record.forEach(add)
    return session
  }
  const answer = (state: 'acknowledged' | 'refused', reason: string) =>
    follow(offered(), [fact('handoff', { step: 's1', from: 'ada', to: 'bert', reason, state })])

  test('offers the step and waits for the answer', () => {
    const session = offered()
    expect(session.tasks['1/ada' as TaskId]?.calls[0]?.at).toEqual({ stage: 'offered', to: 'bert' })
  })

  test('asks the old owner to report on the step once it is accepted', () => {
    expect(resultsOf(answer('acknowledged', ''), 'ada')[0]).toContain('bert takes the step over. End your task now')
  })

  test('gives the reason if it is declined, and the step stays with its owner', () => {
    expect(resultsOf(answer('refused', 'No time.'), 'ada')[0]).toBe('bert refused: No time. The step stays with you.')
  })

  test('only goes to another member of the team', () => {
    const session = onStep()
    const call = { ...reply, ...calls('handoff', { to: 'ada', reason: '' }) }
    const refused = follow(
      session,
      resting.absorb(session, Object.values(session.started)[0] as ModelEffect, call as never),
    )
    expect(resultsOf(refused, 'ada')[0]).toBe('"ada" cannot take the step over. Possible: bert, cleo, lead.')
  })

  test('cannot go to the judge, who owns no steps', () => {
    const session = onStep()
    const { run } = session
    const judged = { ...session, run: run && { ...run, team: { ...run.team, judge: seat('mona', { seat: 'judge' }) } } }
    const call = { ...reply, ...calls('handoff', { to: 'mona', reason: 'She knows.' }) }
    const refused = follow(
      judged,
      resting.absorb(judged, Object.values(judged.started)[0] as ModelEffect, call as never),
    )
    expect(resultsOf(refused, 'ada')[0]).toBe('"mona" cannot take the step over. Possible: bert, cleo, lead.')
  })
})
