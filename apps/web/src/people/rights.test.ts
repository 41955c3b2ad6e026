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

describe('on a team server', () => {
  test('the person who started a session and admins may steer it', () => {
    expect(allowed((who) => refuseSteering(who, session('ada')))).toEqual(roles)
    expect(allowed((who) => refuseSteering(who, session('bert')))).toEqual(['admin'])
    expect(refuseSteering(me('member'), session('Bert'))).toContain('Only Bert or an admin')
  })

  test('approvers may also answer questions', () => {
    expect(allowed((who) => refuseAnswering(who, session('bert')))).toEqual(['approver', 'admin'])
    expect(refuseAnswering(me('member'), session('Bert'))).toBe('Waits for Bert or an approver.')
  })

  test('only approvers and admins may approve tool calls, even in their own sessions', () => {
    expect(allowed((who) => refuseApproving(who, session('ada')))).toEqual(['approver', 'admin'])
    expect(refuseApproving(me('member'), session('ada'))).toContain('Waits for an approver')
  })

  test('in a space that requires a second person, nobody approves a run they steered', () => {
    const strict = { fourEyes: true }
    expect(allowed((who) => refuseApproving(who, session('ada')), strict)).toEqual([])
    expect(allowed((who) => refuseApproving(who, session('bert', ['bert', 'ada'])), strict)).toEqual([])
    expect(allowed((who) => refuseApproving(who, session('bert')), strict)).toEqual(['approver', 'admin'])
  })

  test('a waiting session concerns approvers, admins and the member who started it', () => {
    const row = (id: string) => ({ startedBy: { id, name: id } })
    expect(roles.filter((role) => isForMe(me(role), row('bert')))).toEqual(['approver', 'admin'])
    expect(roles.filter((role) => isForMe(me(role), row('ada')))).toEqual(['member', 'approver', 'admin'])
    expect([isForMe(me('member'), {}), isForMe(null, {})]).toEqual([false, true])
  })

  test('only admins of the main space get “Always”', () => {
    expect(roles.filter((role) => mayAlways(me(role)))).toEqual(['admin'])
    expect(mayAlways(me('admin', { space: 'other' }))).toBe(false)
  })
})

test('on a single-user server, everything is allowed', () => {
  const nobody = { startedBy: undefined, run: null } as never
  for (const judge of [refuseSteering, refuseAnswering, refuseApproving]) expect(judge(null, nobody)).toBeNull()
  expect(mayAlways(null)).toBe(true)
})
