import type { Actor, Identity, Membership } from '../../accounts/account/account.ts'
import type { SpaceRole } from '../../accounts/account/role.ts'
import type { DatabaseConnection, PostgresDatabase } from '../database/database.ts'
import { endAccess, type SpaceMember } from './access.ts'
import { audited } from './audit.ts'

type DatabaseAndClock = { readonly database: PostgresDatabase; now(): number }

type MemberRow = Omit<Membership, 'person'> & {
  readonly id: string
  readonly name: string
  readonly email: string | null
}

export async function membersOf(database: PostgresDatabase, space: string): Promise<readonly Membership[]> {
  const rows = await database.ask<MemberRow>({
    text: `SELECT space, role, from_groups AS "fromGroups", program AS "isProgram", id, name, email FROM members JOIN people ON id = person
      WHERE space = $1 ORDER BY name, id`,
    values: [space],
  })
  return rows.map(({ id, name, email, ...rest }) => ({ ...rest, person: { id, name, email } }))
}

/** A space without an admin could never be managed again. Its row is locked: two admins may leave at the same time. */
async function isLastAdmin({ run }: DatabaseConnection, { space, person }: SpaceMember): Promise<boolean> {
  await run({ text: 'SELECT id FROM spaces WHERE id = $1 FOR UPDATE', values: [space] })
  const admins = await run<{ person: string }>({
    text: `SELECT person FROM members WHERE space = $1 AND role = 'admin'`,
    values: [space],
  })
  return admins.length === 1 && admins[0]?.person === person
}

export async function setRole(place: DatabaseAndClock, member: SpaceMember & { readonly role: SpaceRole }, by: Actor) {
  const { space, person, role } = member
  const set = await audited(
    place,
    async (connection) => {
      if (role !== 'admin' && (await isLastAdmin(connection, member))) return false
      await connection.run({
        text: `INSERT INTO members (space, person, role, from_groups) VALUES ($1, $2, $3, false)
          ON CONFLICT (space, person) DO UPDATE SET role = excluded.role, from_groups = false, until = NULL`,
        values: [space, person, role],
      })
      return true
    },
    () => ({ space, by, action: 'member.changed', target: person, details: role }),
  )
  return set ? ('done' as const) : ('last admin' as const)
}

export async function removeMember(place: DatabaseAndClock, member: SpaceMember, by: Actor) {
  const { space, person } = member
  const removed = await audited(
    place,
    async (connection) => {
      if (await isLastAdmin(connection, member)) return false
      await connection.run({ text: 'DELETE FROM members WHERE space = $1 AND person = $2', values: [space, person] })
      await endAccess(connection, member, place.now())
      return true
    },
    () => ({ space, by, action: 'member.removed', target: person, details: '' }),
  )
  return removed ? ('done' as const) : ('last admin' as const)
}

type Change = { readonly space: string; readonly action: string; readonly details: string }

/**
 * The spaces in which somebody would lose the role of the only admin. They keep it: without an admin, a server prints a
 * link for the next one.
 */
async function onlyAdminIn(connection: DatabaseConnection, person: string, roles: Identity['roles']) {
  const administered = await connection.run<{ space: string }>({
    text: `SELECT space FROM members WHERE person = $1 AND from_groups AND role = 'admin' ORDER BY space`,
    values: [person],
  })
  const kept: string[] = []
  for (const { space } of administered)
    if (roles.get(space) !== 'admin' && (await isLastAdmin(connection, { space, person }))) kept.push(space)
  return kept
}

export async function roleChanges(
  connection: DatabaseConnection,
  person: string,
  roles: Identity['roles'],
): Promise<readonly Change[]> {
  const { run } = connection
  const kept = await onlyAdminIn(connection, person, roles)
  const next = new Map([...roles, ...kept.map((space) => [space, 'admin'] as const)])
  const given = [person, [...next.keys()], [...next.values()]]
  const gone = await run<{ space: string }>({
    text: 'DELETE FROM members WHERE person = $1 AND from_groups AND NOT (space = ANY ($2)) RETURNING space',
    values: given.slice(0, 2),
  })
  const set = await run<{ space: string; role: string }>({
    text: `INSERT INTO members (space, person, role, from_groups)
      SELECT g.space, $1, g.role, true FROM unnest($2::text[], $3::text[]) AS g (space, role) JOIN spaces s ON s.id = g.space
      ON CONFLICT (space, person) DO UPDATE SET role = excluded.role
      WHERE members.from_groups AND members.role <> excluded.role RETURNING space, role`,
    values: given,
  })
  return [
    ...kept.map((space) => ({ space, action: 'member.kept', details: 'no longer from a group, but the only admin' })),
    ...gone.map(({ space }) => ({ space, action: 'member.removed', details: 'no longer in a group' })),
    ...set.map(({ space, role }) => ({ space, action: 'member.changed', details: `${role}, from a group` })),
  ]
}
