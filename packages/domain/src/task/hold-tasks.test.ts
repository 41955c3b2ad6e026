import { expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import { begun, domain, ends, reply, seat, settled, told, underWay, wanted } from '../session/session.fixture.ts'
import type { Session } from '../state/session.ts'

const MINUTE = 60_000
const members = [seat('ada', { timeout: 3 }), seat('bert', { timeout: 30 })]
const timerOf = (session: Session, agent: string) => wanted(session).find(({ key }) => key === `1/${agent}/time`)

/** Ada has thought for a minute and asks the user. Bert thinks for another ten. */
function asking(): Session {
  const started = underWay(begun({ mode: 'broadcast', members }))
  const calls = [{ tool: 'question', input: { question: 'Which?', options: [] } }]
  return ends(started, 'ada', reply('', { calls, finish: 'tools' }), started.at + MINUTE)
}

test('time spent waiting for the user does not count for a task, although others work', () => {
  const waiting = asking()
  expect(timerOf(waiting, 'ada')).toBeUndefined()
  expect(timerOf(waiting, 'bert')).toBeDefined()
  const answered = told(waiting, { type: 'answer', text: 'That.', by: 'person' }, waiting.at + 9 * MINUTE)
  expect(timerOf(answered, 'ada')?.notBefore).toBe(answered.at + 2 * MINUTE)
})

test('time its subagent spends waiting for the user does not count for a task either', () => {
  const lead = seat('ada', { timeout: 3, delegates: 'all' })
  const started = underWay(begun({ mode: 'delegate', members: [lead, seat('bert', { timeout: 30 })] }))
  const input = { agentName: 'bert', workDescription: 'Look.', reportExpectations: 'Short.' }
  const delegating = { calls: [{ tool: 'delegateWork', input }], finish: 'tools' }
  const allowed = ends(started, 'ada', reply('', delegating))
  const ask = Object.values(allowed.asks)[0]
  const handed = underWay(ask ? told(allowed, { type: 'permit', ask: ask.ask, answer: 'once', by: 'person' }) : allowed)
  const effect = Object.values(handed.started).find(
    (one) => one.kind === 'model' && one.agent === 'bert',
  ) as ModelEffect
  const question = { calls: [{ tool: 'question', input: { question: 'Which?', options: [] } }], finish: 'tools' }
  const waiting = settled(handed, domain.absorb(handed, effect, reply('', question)))
  expect(Object.values(waiting.tasks).map(({ heldAt }) => heldAt !== null)).toEqual([true, true])
})
