import { type Event, fact } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { begun, domain, seat } from '../sessions.fixture.ts'
import { timelineOf } from './timeline.ts'

const step = (id: string, owner: string, to: 'running' | 'finished') =>
  fact('step.state', { step: id, from: 'pending', to, owner, attempt: 1 }, { step: id, agent: owner })

const facts = [
  step('s1', 'ada', 'running'),
  fact('agent.status', { status: 'thinking' }, { agent: 'ada', step: 's1' }),
  fact(
    'handoff',
    { step: 's1', from: 'ada', to: 'bert', reason: 'tests', state: 'offered' },
    { step: 's1', agent: 'ada' },
  ),
  step('s2', 'bert', 'running'),
  fact('decision.voted', { decision: 'd1', voter: 'bert', option: '', reason: '' }, { step: 's2' }),
  fact('permission.answered', { ask: 'x' as never, answer: 'deny', by: 'person', reason: 'not that' }, { step: 's1' }),
]

/** One second apart. */
const events: readonly Event[] = (() => {
  let session = begun({ members: [seat('ada'), seat('bert')] })
  const start = session.at
  return facts.map((each, index) => {
    const event = domain.stamp(session, each, start + index * 1_000, session.seq + 1)
    session = domain.evolve(session, event)
    return event
  })
})()
const start = events[0]?.at ?? 0
const types = (...of: Parameters<typeof timelineOf>) => timelineOf(...of).map(({ type }) => type)

describe('a timeline', () => {
  test('leaves out bookkeeping events unless all are requested', () => {
    expect(types(events)).not.toContain('agent.status')
    expect(types(events, { all: true })).toContain('agent.status')
    expect(timelineOf(events, { all: true })).toHaveLength(events.length)
  })

  test('has the time, agent, step and text of each event', () => {
    expect(timelineOf(events)[1]).toEqual({
      seq: events[2]?.seq,
      at: start + 2_000,
      type: 'handoff',
      agent: 'ada',
      step: 's1',
      text: 'offers step s1 to bert: tests',
    })
    expect(timelineOf(events).at(-1)?.text).toBe('Denied by person: not that')
  })

  test('filtered by step has that step’s events', () => {
    expect(types(events, { step: 's1' })).toEqual(['step.state', 'handoff', 'permission.answered'])
    expect(types(events, { step: 's9' })).toEqual([])
  })

  test('filtered by agent has what it did, was offered, and voted in', () => {
    expect(types(events, { agent: 'bert' })).toEqual(['handoff', 'step.state', 'decision.voted'])
  })

  test('filtered by time includes both ends', () => {
    expect(types(events, { since: start + 2_000, until: start + 3_000 })).toEqual(['handoff', 'step.state'])
  })

  test('applies all filters together', () => {
    expect(types(events, { agent: 'bert', step: 's1', since: start + 1_000 })).toEqual(['handoff'])
  })
})
