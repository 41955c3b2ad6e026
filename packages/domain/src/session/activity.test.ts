import { describe, expect, test } from 'vitest'
import type { Session } from '../state/session.ts'
import { activityOf, activityText, isAtWork } from './activity.ts'
import { begun, ends, failure, reply, seat, told, underWay } from './session.fixture.ts'

const members = [seat('ada'), seat('bert')]
const started = () => underWay(begun({ mode: 'broadcast', members }))
const question = { calls: [{ tool: 'question', input: { question: 'Which?', options: [] } }], finish: 'tools' }
const says = (session: Session, agent: string) => activityText(activityOf(session, agent))

describe('an agent’s activity', () => {
  test('is thinking while its model is called', () => {
    expect(activityOf(started(), 'ada')).toBe('thinking')
    expect(isAtWork(activityOf(started(), 'ada'))).toBe(true)
  })

  test('is waiting for the user while they are asked, even if others think', () => {
    const asking = ends(started(), 'ada', reply('', question))
    expect(says(asking, 'ada')).toBe('waiting for you')
    expect(isAtWork(activityOf(asking, 'ada'))).toBe(false)
    expect(says(asking, 'bert')).toBe('thinking')
    const answered = told(asking, { type: 'answer', text: 'That.', by: 'person' })
    expect(says(answered, 'ada')).toBe('thinking')
  })

  test('is paused with the run once its call has finished', () => {
    const paused = told(started(), { type: 'pause' })
    expect(says(paused, 'ada')).toBe('thinking')
    const call = { calls: [{ tool: 'read', input: { path: 'a.md' } }], finish: 'tools' }
    expect(says(ends(paused, 'ada', reply('', call)), 'ada')).toBe('paused')
  })

  test('is paused on its own, even before it has anything to do', () => {
    const turns = underWay(begun({ mode: 'sequential', members }))
    const paused = told(turns, { type: 'pause', agent: 'bert' })
    expect([says(paused, 'ada'), says(paused, 'bert')]).toEqual(['thinking', 'paused'])
    expect(says(told(paused, { type: 'resume', agent: 'bert' }), 'bert')).toBe('idle')
  })

  test('is paused with the run even if it had nothing to do', () => {
    const answered = ends(started(), 'ada', reply('So.'))
    expect(says(told(answered, { type: 'pause' }), 'ada')).toBe('paused')
  })

  test('is waiting for others while someone else does the work', () => {
    const lead = seat('ada', { delegates: 'all' })
    const begins = underWay(begun({ mode: 'delegate', members: [lead, seat('bert')] }))
    const input = { agentName: 'bert', workDescription: 'Look.', reportExpectations: 'Short.' }
    const asks = ends(begins, 'ada', reply('', { calls: [{ tool: 'delegateWork', input }], finish: 'tools' }))
    const ask = Object.values(asks.asks)[0]
    const handed = underWay(ask ? told(asks, { type: 'permit', ask: ask.ask, answer: 'once', by: 'person' }) : asks)
    expect(says(handed, 'ada')).toBe('waiting for others')
    expect(says(handed, 'bert')).toBe('thinking')
  })

  test('is retrying soon after a failure', () => {
    expect(says(ends(started(), 'ada', failure('overloaded')), 'ada')).toBe('retrying soon')
  })

  test('is idle while it has no task, and done when the run is', () => {
    const answered = ends(started(), 'ada', reply('So.'))
    expect(says(answered, 'ada')).toBe('idle')
    expect(says(ends(answered, 'bert', reply('So too.')), 'ada')).toBe('done')
  })

  test('stays idle for an agent that the run did not need', () => {
    const answered = ends(ends(started(), 'ada', reply('So.')), 'bert', reply('So too.'))
    expect(says(answered, 'moderator')).toBe('idle')
  })
})
