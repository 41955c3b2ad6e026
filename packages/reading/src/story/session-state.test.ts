import { emptySession, fact } from '@convene/domain'
import { expect, test } from 'vitest'
import { begun, domain, seat, told } from '../sessions.fixture.ts'
import { runState } from './run-state.ts'
import { runStateFacts, stateText } from './session-state.ts'

const running = begun({ members: [seat('ada')] })
const asked = fact('question.asked', { id: '1/q1', question: 'Why?', options: [] })
const waiting = domain.evolve(running, domain.stamp(running, asked, running.at, running.seq + 1))

test('a run that is active, waiting, stopped or not yet started is described in one word', () => {
  expect(stateText(running, false)).toBe('Running')
  expect(stateText(waiting, false)).toBe('Needs you')
  expect(stateText(told(running, { type: 'stop' }), false)).toBe('Stopped by you')
  expect(stateText(emptySession(running.id), false)).toBe('Idle')
})

test('lists and exports describe a run’s state with the same word', () => {
  expect(runState(runStateFacts(waiting, false)).word).toBe('Needs you')
  expect(runState(runStateFacts(running, false)).word).toBe('Running')
})

test('a vote needs the user as soon as they can cast it, even while agents still argue', () => {
  const vote = { decision: 'd1', topic: 'Where?', options: ['here', 'there'], evidence: '', closesAt: null, by: 'ada' }
  const proposed = (...eligible: string[]) => {
    const opened = fact('decision.proposed', { ...vote, eligible })
    return domain.evolve(running, domain.stamp(running, opened, running.at, running.seq + 1))
  }
  expect(stateText(proposed('ada'), false)).toBe('Running')
  const open = proposed('ada', 'user')
  expect(open.decisions.d1?.stage).toBe('deliberating')
  expect(stateText(open, false)).toBe('Needs you')
  expect(stateText(told(open, { type: 'vote', decision: 'd1', option: 'here' }), false)).toBe('Running')
})

test('a run whose process is gone is interrupted, unless it waits for the user or has ended', () => {
  expect(stateText(running, true)).toBe('Interrupted')
  expect(stateText(waiting, true)).toBe('Needs you')
  expect(stateText(told(running, { type: 'stop' }), true)).toBe('Stopped by you')
})
