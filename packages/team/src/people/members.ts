import { type Result, refuse } from '@convene/domain'
import { doneAnswer, type Handlers } from '@convene/server'
import { allowedActions } from '../accounts/role/permissions.ts'
import type { ByPerson } from './by-person.ts'
import { type CallingPerson, OPERATOR } from './calling-person.ts'

/** The members of a space and their roles. */
export const memberHandlers = (
  byPerson: ByPerson,
): Handlers<'me' | 'switchSpace' | 'members' | 'createMember' | 'setRole' | 'removeMember' | 'revokeTokens'> => ({
  me: byPerson(async ({ caller, accounts }) => {
    const { person, role } = caller
    const operator = person.id === OPERATOR.id
    const spaces = operator
      ? (await accounts.spaces()).map((each) => ({ ...each, role: 'admin' as const }))
      : [...(await accounts.spacesOf(person.id))]
    const space = spaces.find(({ id }) => id === caller.space)
    if (!space) return refuse('unknown_space', `The space "${caller.space}" is gone.`)
    const { role: _role, ...shown } = space
    return { ok: true, value: { person, operator, role, space: shown, spaces, may: [...allowedActions(caller)] } }
  }),
  switchSpace: byPerson(async ({ accounts, login }, { space }) => {
    if (login === undefined)
      return refuse('no_login', 'Only a browser that is logged in switches spaces. A token is for one space.')
    return (await accounts.switchSpace(login, space))
      ? doneAnswer
      : refuse('unknown_space', `You are not a member of a space "${space}".`)
  }),
  members: byPerson(async ({ accounts, caller }) => {
    const members = await accounts.members(caller.space)
    const items = members.map(({ person: { email, ...person }, role, fromGroups }) => ({
      ...{ person, email, role, fromGroups },
    }))
    return { ok: true, value: { items, next: null } }
  }),
  createMember: byPerson(async ({ accounts, caller }, { name, email = null, role }) => {
    const { id } = await accounts.createPerson({ name, email, isProgram: true }, caller.person)
    await accounts.setRole({ space: caller.space, person: id, role }, caller.person)
    return { ok: true, value: { person: { id, name }, email, role, fromGroups: false } }
  }),
  setRole: byPerson(async ({ accounts, caller }, { person, role }) => {
    if (!(await accounts.person(person))) return unknownPerson(person)
    return settled(await accounts.setRole({ space: caller.space, person, role }, caller.person))
  }),
  removeMember: byPerson(async (people, { person }) => {
    const { accounts, caller } = people
    if (!(await isMember(people, person))) return unknownPerson(person)
    return settled(await accounts.removeMember({ space: caller.space, person }, caller.person))
  }),
  revokeTokens: byPerson(async (people, { person }) => {
    const { accounts, caller } = people
    if (!(await isMember(people, person))) return unknownPerson(person)
    await accounts.revokeTokens({ space: caller.space, person }, caller.person)
    return doneAnswer
  }),
})

const isMember = async ({ accounts, caller }: CallingPerson, id: string): Promise<boolean> =>
  (await accounts.members(caller.space)).some(({ person }) => person.id === id)

const unknownPerson = (id: string): Result<never> => refuse('unknown_person', `Nobody here has the id "${id}".`)

const settled = (how: 'done' | 'last admin'): Result<{ done: true }> =>
  how === 'done' ? doneAnswer : refuse('last_admin', 'A space needs an admin. Make someone else an admin first.')
