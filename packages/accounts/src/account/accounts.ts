import type { Budget } from '../budget/budget.ts'
import type { Role } from '../role/role.ts'
import type {
  Actor,
  AuditEntry,
  Caller,
  Identity,
  Login,
  Membership,
  OneTime,
  Person,
  PersonalToken,
  Space,
  TokenUse,
} from './account.ts'

export type NewPerson = Pick<Person, 'name' | 'email'> & { readonly isProgram?: boolean }
export type NewToken = Pick<PersonalToken, 'name' | 'person' | 'space' | 'expiresAt'> & {
  readonly hash: string
  readonly for?: TokenUse
}
export type NewEntry = Omit<AuditEntry, 'id' | 'at'>

/** A page of the audit, newest first. */
export type AuditQuery = { readonly space: string; readonly before?: number; readonly limit: number }

/**
 * People and what they may do. Every change that names an actor is in the audit, stored in the same transaction. Secrets
 * are given as hashes (`secretHash`), so that nobody who reads the database can use them.
 */
export interface Accounts {
  /** Undefined if the token is unknown, revoked or expired, or its person is no member of its space any more. */
  callerByToken(hash: string): Promise<(Caller & { readonly for: TokenUse }) | undefined>
  /** The same for a browser's cookie. A login that was not used for 7 days is over. */
  callerByLogin(hash: string): Promise<Caller | undefined>

  person(id: string): Promise<Person | undefined>
  createPerson(person: NewPerson, by?: Actor): Promise<Person>
  /** Creates a person at their first login, and updates name, e-mail and the roles from groups at every other. */
  signIn(identity: Identity): Promise<Person>

  createToken(token: NewToken, by: Actor): Promise<PersonalToken>
  tokens(person: string): Promise<readonly PersonalToken[]>
  /** False if there is no such token of this person. */
  revokeToken(id: string, person: string, by: Actor): Promise<boolean>
  /** All of somebody's tokens for a space, and their logins in it. */
  revokeTokens(member: { space: string; person: string }, by: Actor): Promise<void>

  /** The same for the token that a call was made with. */
  endToken(hash: string, by: Actor): Promise<void>

  createLogin(login: Login): Promise<void>
  endLogin(hash: string): Promise<void>
  /** Shows another space in this browser. False if its person is no member of it. */
  switchSpace(hash: string, space: string): Promise<boolean>

  keepOneTime(secret: OneTime): Promise<void>
  /** Its data, the first time. Undefined if it was used, has expired, or is for another purpose. */
  takeOneTime(hash: string, purpose: string): Promise<string | undefined>

  space(id: string): Promise<Space | undefined>
  spaces(): Promise<readonly Space[]>
  spacesOf(person: string): Promise<readonly (Space & { readonly role: Role })[]>
  /** False if there is a space with this id. */
  createSpace(space: Space, by: Actor): Promise<boolean>
  updateSpace(space: Space, by: Actor): Promise<boolean>

  members(space: string): Promise<readonly Membership[]>
  /** Adds a member or changes the role. `last admin`: nobody could manage the space any more, so nothing is changed. */
  setRole(member: { space: string; person: string; role: Role }, by: Actor): Promise<'done' | 'last admin'>
  /** Their tokens and logins in the space end too. */
  removeMember(member: { space: string; person: string }, by: Actor): Promise<'done' | 'last admin'>
  /** Whether anybody administers the server. If not, the next one to open the first link does. */
  hasAdmin(): Promise<boolean>

  budget(space: string, month: string): Promise<Budget>
  /** Null: no limit. Applies to every month from now on. */
  setBudget(space: string, limitUsd: number | null, by: Actor): Promise<void>

  audit(query: AuditQuery): Promise<readonly AuditEntry[]>
  record(entry: NewEntry): Promise<void>
}
