import type { Me } from '@convene/protocol'
import { describe, expect, test } from 'vitest'
import { isForMe, mayAlways, refuseAnswering, refuseApproving, refuseSteering } from './rights.ts'

type Role = Me['role']
const roles: readonly Role[] = ['viewer', 'member', 'approver', 'admin']

const me = (role: Role, { fourEyes = false, space = 'main' } = {}): Me => ({
  person: { id: 'ada', name: 'Ada' },
  operator: false,
  role,
  space: { id: space, name: space, fourEyes },
  spaces: [],
  may: [],
})

const session = (startedBy: string, steeredBy: readonly string[] = [startedBy]) =>
  ({ startedBy: { id: startedBy, name: startedBy }, run: { steeredBy } }) as never

const allowed = (judge: (me: Me) => string | null, more = {}): readonly Role[] =>
  roles.filter((role) => judge(me(role, more)) === null)

describe('on a server with people', () => {
  test('a session is steered by the person who started it and by admins', () => {
    expect(allowed((who) => refuseSteering(who, session('ada')))).toEqual(roles)
    expect(allowed((who) => refuseSteering(who, session('bert')))).toEqual(['admin'])
    expect(refuseSteering(me('member'), session('Bert'))).toContain('Only Bert or an admin')
  })

  test('questions are also answered by approvers', () => {
    expect(allowed((who) => refuseAnswering(who, session('bert')))).toEqual(['approver', 'admin'])
    expect(refuseAnswering(me('member'), session('Bert'))).toBe('Waits for Bert or an approver.')
  })

  test('what agents want to do is approved by approvers, also in one’s own session', () => {
    expect(allowed((who) => refuseApproving(who, session('ada')))).toEqual(['approver', 'admin'])
    expect(refuseApproving(me('member'), session('ada'))).toContain('Waits for an approver')
  })

  test('where two people have to look, nobody approves a run that they steered', () => {
    const strict = { fourEyes: true }
    expect(allowed((who) => refuseApproving(who, session('ada')), strict)).toEqual([])
    expect(allowed((who) => refuseApproving(who, session('bert', ['bert', 'ada'])), strict)).toEqual([])
    expect(allowed((who) => refuseApproving(who, session('bert')), strict)).toEqual(['approver', 'admin'])
  })

  test('a session that waits concerns approvers, and a member whose own it is', () => {
    const row = (id: string) => ({ startedBy: { id, name: id } })
    expect(roles.filter((role) => isForMe(me(role), row('bert')))).toEqual(['approver', 'admin'])
    expect(roles.filter((role) => isForMe(me(role), row('ada')))).toEqual(['member', 'approver', 'admin'])
    expect([isForMe(me('member'), {}), isForMe(null, {})]).toEqual([false, true])
  })

  test('“Always” is for those who run the server', () => {
    expect(roles.filter((role) => mayAlways(me(role)))).toEqual(['admin'])
    expect(mayAlways(me('admin', { space: 'other' }))).toBe(false)
  })
})

test('on one’s own machine everything is allowed', () => {
  const nobody = { startedBy: undefined, run: null } as never
  for (const judge of [refuseSteering, refuseAnswering, refuseApproving]) expect(judge(null, nobody)).toBeNull()
  expect(mayAlways(null)).toBe(true)
})
