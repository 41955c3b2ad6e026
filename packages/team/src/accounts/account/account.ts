import type { SpaceRole } from './role.ts'

/** Someone who can log in. The id never changes: the log and the audit refer to people by it. */
export type AccountPerson = { readonly id: string; readonly name: string; readonly email: string | null }

/** A group of people and their sessions. Nobody outside a space sees what is in it. */
export type Space = {
  readonly id: string
  readonly name: string
  /** People who started or steered a run cannot answer its approvals. */
  readonly fourEyes: boolean
}

/** Someone's role in a space. */
export type Membership = {
  readonly space: string
  readonly person: AccountPerson
  readonly role: SpaceRole
  /** The login service assigned the role and can revoke it. */
  readonly fromGroups: boolean
  /** A program added by an admin. It cannot log in, so admins create its tokens. */
  readonly isProgram: boolean
}

/** Who makes a request, in which space, and as what. */
export type SignedInCaller = {
  readonly person: Pick<AccountPerson, 'id' | 'name'>
  readonly space: string
  readonly role: SpaceRole
  readonly isProgram?: boolean
}

/** Who did something. */
export type Actor = SignedInCaller['person']

/** Everything its owner may do, or only asking teams over MCP, A2A and the OpenAI API: an agent must not approve. */
export type TokenUse = 'everything' | 'programs'

/** A token for programs. Only its hash is stored. */
export type PersonalToken = {
  readonly id: string
  readonly name: string
  readonly person: string
  readonly space: string
  readonly for: TokenUse
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly usedAt: number | null
}

/** A logged-in browser. Only the hash of its cookie is stored. */
export type Login = {
  readonly hash: string
  readonly person: string
  /** The space shown in this browser. */
  readonly space: string
  readonly expiresAt: number
}

/** What a login service says about someone. Unlike an e-mail address, `subject` is unique per `issuer`. */
export type Identity = {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly email: string | null
  /** By space, from their groups. Replaces the roles from the last login. */
  readonly roles: ReadonlyMap<string, SpaceRole>
}

/** One recorded action. Entries are never changed or removed. */
export type AuditEntry = {
  readonly id: number
  readonly at: number
  /** Null if it concerns no particular space. */
  readonly space: string | null
  readonly by: Actor
  /** `token.created`, `member.changed`, … */
  readonly action: string
  readonly target: string
  readonly details: string
}

/** A single-use secret for one purpose, such as the link for the first admin. Only its hash is stored. */
export type OneTime = {
  readonly hash: string
  readonly purpose: string
  /** State to pick up again when the secret is redeemed. */
  readonly data: string
  readonly expiresAt: number
}

/** The purpose of codes that each log in one browser as the person who made them. */
export const OPEN_CODE = 'open-code'

/** Whom such a code belongs to. It ends with their access to the space. */
export const holderText = ({ space, person }: { readonly space: string; readonly person: string }): string =>
  JSON.stringify([space, person])
