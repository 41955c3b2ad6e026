import { cleanLine, type Result, refuse } from '@convene/domain'
import type { Identity } from '../accounts/account/account.ts'
import { higherRole, type SpaceRole } from '../accounts/account/role.ts'
import { MAIN_SPACE } from '../accounts/role/main-space.ts'

/** A login service's raw claims about a person. */
export type Claims = { readonly [name: string]: unknown }

/** Maps groups to roles: a role in the space `main`, or one per space. */
export type GroupRoles = { readonly [group: string]: SpaceRole | { readonly [space: string]: SpaceRole } }

type Mapping = { readonly groupsClaim: string; readonly roles: GroupRoles }

const MOST_GROUPS = 1_000
const LONGEST_NAME = 100

/**
 * Identifies a person by issuer and subject alone. Names and unverified email addresses can often be chosen freely at
 * the login service, and must not let anyone pass for someone else here.
 */
export function identityOf(issuer: string, claims: Claims, mapping: Mapping): Result<Identity> {
  const { sub } = claims
  if (typeof sub !== 'string' || sub === '') return refuse('login_failed', 'The login service did not say who you are.')
  const email = isVerified(claims) ? line(claims.email) : undefined
  const name = line(claims.name) ?? line(claims.preferred_username) ?? email ?? sub
  const roles = new Map<string, SpaceRole>()
  for (const group of groupsIn(claims[mapping.groupsClaim]))
    for (const [space, role] of rolesOf(mapping.roles, group))
      roles.set(space, higherRole(role, roles.get(space) ?? role))
  return {
    ok: true,
    value: { issuer, subject: sub, name: name.slice(0, LONGEST_NAME), email: email ?? null, roles },
  }
}

const isVerified = ({ email_verified }: Claims): boolean => email_verified === true || email_verified === 'true'

const line = (value: unknown): string | undefined =>
  typeof value === 'string' ? cleanLine(value).slice(0, 320) || undefined : undefined

const groupsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((group) => typeof group === 'string').slice(0, MOST_GROUPS)

function rolesOf(roles: GroupRoles, group: string): readonly (readonly [string, SpaceRole])[] {
  const given = Object.hasOwn(roles, group) ? roles[group] : undefined
  if (given === undefined) return []
  return typeof given === 'string' ? [[MAIN_SPACE, given]] : Object.entries(given)
}
