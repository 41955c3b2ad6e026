import type { Budget } from '../budget/budget.ts'
import type {
  AccountPerson,
  Actor,
  AuditEntry,
  Identity,
  Login,
  Membership,
  OneTime,
  PersonalToken,
  SignedInCaller,
  Space,
  TokenUse,
} from './account.ts'
import type { SpaceRole } from './role.ts'

export type NewPerson = Pick<AccountPerson, 'name' | 'email'> & { readonly isProgram?: boolean }
export type NewToken = Pick<PersonalToken, 'name' | 'person' | 'space' | 'expiresAt'> & {
  readonly hash: string
  readonly for?: TokenUse
}
export type NewEntry = Omit<AuditEntry, 'id' | 'at'>

/** One page of the audit, newest first. */
export type AuditQuery = { readonly space: string; readonly before?: number; readonly limit: number }

/**
 * People and what they may do. Every change that names an actor is audited in the same transaction. Secrets are passed
 * as hashes (`secretHash`), so a leaked database does not contain usable ones.
 */
export interface Accounts {
  /** Undefined if the token is unknown, revoked or expired, or its owner is no longer a member of its space. */
  callerByToken(hash: string): Promise<(SignedInCaller & { readonly for: TokenUse }) | undefined>
  /** The same for a browser's cookie. A login expires after 7 days without use. */
  callerByLogin(hash: string): Promise<SignedInCaller | undefined>

  person(id: string): Promise<AccountPerson | undefined>
  createPerson(person: NewPerson, by?: Actor): Promise<AccountPerson>
  /** The first login creates the entry. Later ones update name, e-mail and the roles from groups. */
  signIn(identity: Identity): Promise<AccountPerson>

  createToken(token: NewToken, by: Actor): Promise<PersonalToken>
  tokens(person: string): Promise<readonly PersonalToken[]>
  /** False if this person has no such token. */
  revokeToken(id: string, person: string, by: Actor): Promise<boolean>
  /** All of a member's tokens for a space, and their logins in it. */
  revokeTokens(member: { space: string; person: string }, by: Actor): Promise<void>

  /** The same for the token a call was made with. */
  endToken(hash: string, by: Actor): Promise<void>

  createLogin(login: Login): Promise<void>
  endLogin(hash: string): Promise<void>
  /** Shows another space in this browser. False for non-members. */
  switchSpace(hash: string, space: string): Promise<boolean>

  keepOneTime(secret: OneTime): Promise<void>
  /** Returns its data, once. Undefined if it was already used, has expired, or is for another purpose. */
  takeOneTime(hash: string, purpose: string): Promise<string | undefined>

  space(id: string): Promise<Space | undefined>
  spaces(): Promise<readonly Space[]>
  spacesOf(person: string): Promise<readonly (Space & { readonly role: SpaceRole })[]>
  /** False if the id is taken. */
  createSpace(space: Space, by: Actor): Promise<boolean>
  updateSpace(space: Space, by: Actor): Promise<boolean>

  members(space: string): Promise<readonly Membership[]>
  /** Adds a member or changes their role. `last admin`: nothing changes, or nobody could manage the space. */
  setRole(member: { space: string; person: string; role: SpaceRole }, by: Actor): Promise<'done' | 'last admin'>
  /** Their tokens and logins in the space end too. */
  removeMember(member: { space: string; person: string }, by: Actor): Promise<'done' | 'last admin'>
  /** Whether the server has an admin. If not, the first one to open the setup link becomes it. */
  hasAdmin(): Promise<boolean>

  budget(space: string, month: string): Promise<Budget>
  /** Null: no limit. Applies to every month from now on. */
  setBudget(space: string, limitUsd: number | null, by: Actor): Promise<void>

  audit(query: AuditQuery): Promise<readonly AuditEntry[]>
  record(entry: NewEntry): Promise<void>
}
