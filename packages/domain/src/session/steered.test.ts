import { expect, test } from 'vitest'
import { type Fact, fact } from '../event/event.ts'
import type { MessageId, RunId } from '../shared/ids.ts'
import type { Command } from '../state/command.ts'
import type { Session } from '../state/session.ts'
import { begun, domain, ends, reply, runStart, told, underWay } from './session.fixture.ts'

const ana = { id: 'ana', name: 'Ana' }
const ben = { id: 'ben', name: 'Ben' }
const by = (person: typeof ana, command: Command): Command => ({ ...command, person })
const run = { ...runStart(), id: 'NEXT' as RunId }
const next = by(ana, { type: 'run', goal: 'And now?', run })
const ofAna = () => told(ends(underWay(begun()), 'ada', reply('Because.')), next)

/** Who steers after Ben's command, or after something that follows from one. */
const after = (session: Session, given: Fact | Command): readonly string[] => {
  const facts = 'data' in given ? [{ ...given, person: ben }] : domain.accept(session, by(ben, given)).facts
  const evolved = facts.reduce(
    (state, each) => domain.evolve(state, domain.stamp(state, each, state.at, state.seq + 1)),
    session,
  )
  return evolved.run?.steeredBy ?? []
}

const asked = (gate?: 'plan') => {
  const data = { id: 'q', question: 'Which?', options: [], ...(gate && { gate }) }
  const session = ofAna()
  return domain.evolve(session, domain.stamp(session, fact('question.asked', data), session.at, session.seq + 1))
}

test.each<[string, Session, Fact | Command]>([
  ['writes to it', ofAna(), { type: 'message', text: 'Do this.' }],
  ['answers a question', asked(), { type: 'answer', text: 'approve', by: 'user' }],
  [
    'edits the text at its gate',
    asked('plan'),
    fact('question.answered', { id: 'q', answer: 'approve', text: 'x', by: '' }),
  ],
  ['says why it is sent back', asked('plan'), { type: 'reject', feedback: 'Smaller.', by: 'user' }],
  ['changes its constraints', ofAna(), { type: 'update', constraints: 'Only this.' }],
  ['picks an answer', ofAna(), fact('message.picked', { message: 'm1' as MessageId })],
  ['denies with an alternative', ofAna(), fact('permission.answered', denial('Do that.'))],
  ['does something unforeseen', ofAna(), fact('snapshot', { seq: 1, label: 'x' })],
])('a person who %s steers the run', (_what, session, given) => {
  expect(after(session, given)).toEqual(['ana', 'ben'])
})

test.each<[string, Session, Fact | Command]>([
  ['answers an ask', ofAna(), fact('permission.answered', denial())],
  ['passes its gate', asked('plan'), { type: 'approve', by: 'user' }],
  ['sends it back without feedback', asked('plan'), { type: 'reject', feedback: '', by: 'user' }],
  ['pauses it', ofAna(), { type: 'pause' }],
  ['pauses an agent', ofAna(), { type: 'pause', agent: 'ada' }],
  ['renames, pins and tags it', ofAna(), { type: 'update', title: 'x', pinned: true, tags: ['x'] }],
  ['was refused', ofAna(), { type: 'answer', text: 'x', by: 'user' }],
])('a person who only %s does not steer the run', (_what, session, given) => {
  expect(after(session, given)).toEqual(['ana'])
})

test('a run is steered by the authors of waiting messages and of the constraints', () => {
  const steers = (...commands: readonly Command[]) =>
    commands.reduce((session, each) => told(session, each), ended()).run?.steeredBy
  expect(steers(next)).toEqual(['ana'])
  expect(steers(by(ben, { type: 'update', constraints: 'Only this.' }), next)).toEqual(['ben', 'ana'])
  expect(steers(by(ben, { type: 'update', constraints: '' }), next)).toEqual(['ana'])
  const queued = { ...ended(), queue: ['m1' as MessageId] }
  const waits = { ...queued, run: queued.run && { ...queued.run, steeredBy: ['ben'] } }
  expect(told(waits, next).run?.steeredBy).toEqual(['ben', 'ana'])
})

test('on a personal machine nobody is named', () => {
  expect(told(begun(), { type: 'message', text: 'Do this.' }).run).not.toHaveProperty('steeredBy')
})

function ended(): Session {
  return ends(underWay(begun()), 'ada', reply('Because.'))
}

function denial(reason?: string) {
  return { ask: 'a' as never, answer: 'deny' as const, by: 'user', ...(reason && { reason }) }
}
