import { higherRole, type Identity, MAIN_SPACE, type Role } from '@convene/accounts'
import { cleanLine, type Result, refuse } from '@convene/domain'

/** What a login service says about somebody, as it says it. */
export type Claims = { readonly [name: string]: unknown }

/** How groups become roles: a role in the space `main`, or one for each space. */
export type GroupRoles = { readonly [group: string]: Role | { readonly [space: string]: Role } }

type Mapping = { readonly groupsClaim: string; readonly roles: GroupRoles }

const MOST_GROUPS = 1_000
const LONGEST_NAME = 100

/**
 * Somebody by issuer and subject, and by nothing else: a name or an unverified e-mail address can often be chosen
 * freely at the login service, and must not make anybody somebody else here.
 */
export function identityOf(issuer: string, claims: Claims, mapping: Mapping): Result<Identity> {
  const { sub } = claims
  if (typeof sub !== 'string' || sub === '') return refuse('login_failed', 'The login service did not say who you are.')
  const email = isVerified(claims) ? line(claims.email) : undefined
  const name = line(claims.name) ?? line(claims.preferred_username) ?? email ?? sub
  const roles = new Map<string, Role>()
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

function rolesOf(roles: GroupRoles, group: string): readonly (readonly [string, Role])[] {
  const given = Object.hasOwn(roles, group) ? roles[group] : undefined
  if (given === undefined) return []
  return typeof given === 'string' ? [[MAIN_SPACE, given]] : Object.entries(given)
}
