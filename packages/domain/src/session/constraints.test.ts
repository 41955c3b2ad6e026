import { expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import { toArray } from '../list/list.ts'
import type { MessageId, SessionId } from '../shared/ids.ts'
import { emptySession, type Session } from '../state/session.ts'
import { begun, domain, ends, reply, runStart, seat, told, underWay } from './session.fixture.ts'

const systems = (session: Session): readonly string[] =>
  Object.values(underWay(session).started).map(
    (effect) => domain.prompt(underWay(session), effect as ModelEffect).system,
  )

const members = [seat('ada'), seat('bob')]
const created = (constraints: string): Session =>
  told(emptySession('S' as SessionId), {
    type: 'create',
    goal: 'Why?',
    workspace: '/project',
    run: { ...runStart({ mode: 'broadcast', members }), constraints },
  })

const finished = (session: Session): Session => ends(ends(underWay(session), 'ada', reply('Yes.')), 'bob', reply('No.'))

test('every agent reads the session’s constraints in every run until the user changes them', () => {
  const first = created('No new dependencies.')
  for (const system of systems(first)) expect(system).toContain('## Constraints of the user\n\nNo new dependencies.')
  const run = runStart({ mode: 'broadcast', members })
  const second = told(finished(first), { type: 'run', goal: 'And?', run })
  for (const system of systems(second)) expect(system).toContain('No new dependencies.')
  const third = told(finished(second), { type: 'run', goal: 'So?', run: { ...run, constraints: 'Use Rust.' } })
  expect(systems(third).join()).toContain('Use Rust.')
  expect(systems(third).join()).not.toContain('No new dependencies.')
})

test('a refused run does not change the constraints', () => {
  const busy = created('Stay.')
  expect(
    domain.accept(busy, { type: 'run', goal: 'x', run: { ...runStart(), constraints: 'Go.' } }).facts,
  ).toMatchObject([{ type: 'warning' }])
})

test('only an agent’s answer in the last run can be picked, and a new pick replaces the old one', () => {
  const session = finished(begun({ mode: 'broadcast', members }))
  const answer = (author: string) => toArray(session.messages).find((one) => one.author === author)?.id as MessageId
  const refusal = (message: string) =>
    domain.accept(session, { type: 'pick', message: message as MessageId }).refusal?.code
  expect(refusal('m99')).toBe('message_not_found')
  expect(refusal('m1')).toBe('illegal_command')
  const picked = told(told(session, { type: 'pick', message: answer('ada') }), { type: 'pick', message: answer('bob') })
  expect(picked.picked).toBe(answer('bob'))
  const again = finished(told(picked, { type: 'run', goal: 'And?', run: runStart({ mode: 'broadcast', members }) }))
  expect(again.picked).toBeNull()
  expect(domain.accept(again, { type: 'pick', message: answer('ada') }).refusal?.code).toBe('illegal_command')
})
