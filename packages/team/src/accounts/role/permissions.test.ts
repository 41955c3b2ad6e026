import { contract } from '@convene/protocol'
import { expect, test } from 'vitest'
import type { SignedInCaller } from '../account/account.ts'
import { spaceRoles } from '../account/role.ts'
import { allowedActions, may, permissions, refuseAction } from './permissions.ts'

const caller = (role: SignedInCaller['role'], space = 'research'): SignedInCaller => ({
  person: { id: 'p1', name: 'Ana' },
  space,
  role,
})

test('every call in the contract has a row, and each role may do everything a lower one may', () => {
  expect(Object.keys(permissions)).toEqual(expect.arrayContaining(Object.keys(contract)))
  const allowed = spaceRoles.map((role) => allowedActions(caller(role, 'main')))
  for (const [index, actions] of allowed.slice(1).entries())
    expect(actions).toEqual(expect.arrayContaining([...(allowed[index] ?? [])]))
  expect(new Set(allowed.map(({ length }) => length)).size).toBe(spaceRoles.length)
})

test.each(['', 'somethingNew', 'constructor', '__proto__', 'toString'])(
  'the action "%s" is refused for everybody',
  (action) => {
    for (const role of spaceRoles) expect(may(caller(role, 'main'), action)).toBe(false)
  },
)

test('a viewer reads everything, and changes only what is theirs', () => {
  const methods = Object.entries(contract).map(([name, { method }]) => [name, method])
  const changing = methods.filter(([, method]) => method !== 'GET').map(([name]) => name)
  expect(allowedActions(caller('viewer')).filter((action) => changing.includes(action))).toEqual([
    'openCode',
    'hook',
    'logout',
    'startConnect',
    'connect',
    'switchSpace',
    'look',
    'createToken',
    'revokeToken',
  ])
})

test('only admins of the main space change what all spaces share', () => {
  expect(may(caller('admin', 'main'), 'saveSettings')).toBe(true)
  expect(refuseAction(caller('admin'), 'saveSettings')?.message).toContain('an admin of the space "main"')
  expect(may(caller('approver', 'main'), 'saveSettings')).toBe(false)
})

test('only its starter or an admin can delete a session, not another member or approver', () => {
  expect(refuseAction(caller('member'), 'deleteSession', 'p1')).toBeUndefined()
  expect(refuseAction(caller('approver'), 'deleteSession', 'p2')).toMatchObject({ code: 'not_yours' })
  expect(refuseAction(caller('member'), 'deleteSession')).toMatchObject({ code: 'not_yours' })
  expect(refuseAction(caller('admin'), 'deleteSession', 'p2')).toBeUndefined()
  expect(refuseAction(caller('viewer'), 'deleteSession', 'p1')).toMatchObject({ code: 'role_too_low' })
})
