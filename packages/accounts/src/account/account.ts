import type { Role } from '../role/role.ts'

/** Somebody who can log in. The id never changes, and is what the log and the audit contain. */
export type Person = { readonly id: string; readonly name: string; readonly email: string | null }

/** A group of people and their sessions. Nobody sees what is in another one. */
export type Space = {
  readonly id: string
  readonly name: string
  /** People who started or steered a run cannot answer its approvals. */
  readonly fourEyes: boolean
}

/** The role that somebody has in a space. */
export type Membership = {
  readonly space: string
  readonly person: Person
  readonly role: Role
  /** The login service gave the role, and takes it away again. */
  readonly fromGroups: boolean
  /** An admin added it. It cannot log in, so admins make its tokens. */
  readonly isProgram: boolean
}

/** Who makes a request, in which space, and as what. */
export type Caller = {
  readonly person: Pick<Person, 'id' | 'name'>
  readonly space: string
  readonly role: Role
  readonly isProgram?: boolean
}

/** Who did something. */
export type Actor = Caller['person']

/** Everything that its person may do, or only asking teams over MCP, A2A and the OpenAI API: an agent must not approve. */
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

/** A browser that is logged in. Only the hash of its cookie is stored. */
export type Login = {
  readonly hash: string
  readonly person: string
  /** The space that its pages show. */
  readonly space: string
  readonly expiresAt: number
}

/** What a login service says about somebody. `subject` is theirs alone at that `issuer`, unlike an e-mail address. */
export type Identity = {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly email: string | null
  /** By space, from their groups. They replace the ones from the last login. */
  readonly roles: ReadonlyMap<string, Role>
}

/** Something that somebody did. Entries are never changed or removed. */
export type AuditEntry = {
  readonly id: number
  readonly at: number
  /** Null if it concerns no single space. */
  readonly space: string | null
  readonly by: Actor
  /** `token.created`, `member.changed`, … */
  readonly action: string
  readonly target: string
  readonly details: string
}

/** A secret with a purpose that works once, such as the link for the first admin. Only its hash is stored. */
export type OneTime = {
  readonly hash: string
  readonly purpose: string
  /** What is needed once it comes back. */
  readonly data: string
  readonly expiresAt: number
}
