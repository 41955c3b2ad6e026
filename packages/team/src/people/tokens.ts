import { randomBytes } from 'node:crypto'
import { type Result, refuse } from '@convene/domain'
import { doneAnswer, type Handlers, timeText } from '@convene/server'
import type { PersonalToken } from '../accounts/account/account.ts'
import { secretHash } from '../login/login-cookie.ts'
import type { ByPerson } from './by-person.ts'
import { type CallingPerson, OPERATOR } from './calling-person.ts'

export const DAYS = 90
export const DAY_MS = 86_400_000
/** Makes a token recognizable if it is published by mistake. */
const PREFIX = 'convene_'

/** Access tokens for programs. */
export const tokenHandlers = (byPerson: ByPerson): Handlers<'tokens' | 'createToken' | 'revokeToken' | 'logout'> => ({
  tokens: byPerson(async ({ accounts, caller }) => ({
    ok: true,
    value: { items: (await accounts.tokens(caller.person.id)).map(tokenView), next: null },
  })),
  createToken: byPerson(async (people, { name, days = DAYS, person, for: use = 'everything' }, context) => {
    const owner = await tokenOwner(people, person)
    if (!owner.ok) return owner
    const { accounts, caller } = people
    const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`
    const expiresAt = context.program.now() + days * DAY_MS
    const made = { name, person: owner.value, space: caller.space, for: use, expiresAt, hash: secretHash(secret) }
    return { ok: true, value: { ...tokenView(await accounts.createToken(made, caller.person)), secret } }
  }),
  logout: byPerson(async ({ accounts, caller, login, token }) => {
    if (token !== undefined) await accounts.endToken(token, caller.person)
    if (login !== undefined) await accounts.endLogin(login)
    return doneAnswer
  }),
  revokeToken: byPerson(async ({ accounts, caller: { person } }, { id }) =>
    (await accounts.revokeToken(id, person.id, person))
      ? doneAnswer
      : refuse('unknown_token', `You have no token with the id "${id}".`),
  ),
})

/** A leaked token must not create other ways in, which would outlive it. */
export const isByToken = ({ caller, token }: CallingPerson): boolean =>
  token !== undefined && caller.person.id !== OPERATOR.id

/** The caller, or a program that an admin names. A token for another person would let its holder act as them. */
export async function tokenOwner(people: CallingPerson, person: string | undefined): Promise<Result<string>> {
  const { accounts, caller } = people
  const { id } = caller.person
  if (isByToken(people))
    return refuse('no_login', 'A token cannot create tokens. Log in with a browser, in Settings, Access tokens.')
  if (person === undefined || person === id)
    return id === OPERATOR.id
      ? refuse('unknown_person', 'The operator has the server’s own token. Name a program with `person`.')
      : { ok: true, value: id }
  if (caller.role !== 'admin') return refuse('role_too_low', 'Only an admin creates tokens for programs.')
  const member = (await accounts.members(caller.space)).find((each) => each.person.id === person)
  if (!member) return refuse('unknown_person', `Nobody here has the id "${person}".`)
  if (!member.isProgram) return refuse('not_a_program', 'People create their own tokens: log in as that person.')
  return { ok: true, value: person }
}

export const tokenView = ({ id, name, space, for: use, createdAt, expiresAt, usedAt }: PersonalToken) => ({
  ...{ id, name, space, for: use },
  createdAt: timeText(createdAt),
  expiresAt: expiresAt === null ? null : timeText(expiresAt),
  usedAt: usedAt === null ? null : timeText(usedAt),
})
