import type { Actor, Membership, Space } from '../../accounts/account/account.ts'
import type { Role } from '../../accounts/account/role.ts'
import { type Budget, microsOf, usdOf } from '../../accounts/budget/budget.ts'
import type { Connection, Database } from '../database/database.ts'
import { audited } from './audit.ts'
import { endAccess, type Member } from './tokens.ts'

type DatabaseAndClock = { readonly database: Database; now(): number }

const columns = 'id, name, four_eyes AS "fourEyes"'

export async function spaceBy(database: Database, id: string): Promise<Space | undefined> {
  const [row] = await database.ask<Space>({ text: `SELECT ${columns} FROM spaces WHERE id = $1`, values: [id] })
  return row
}

export const allSpaces = (database: Database): Promise<readonly Space[]> =>
  database.ask<Space>({ text: `SELECT ${columns} FROM spaces ORDER BY id` })

export const spacesOf = (database: Database, person: string): Promise<readonly (Space & { readonly role: Role })[]> =>
  database.ask({
    text: `SELECT ${columns}, role FROM spaces JOIN members ON space = id WHERE person = $1 ORDER BY id`,
    values: [person],
  })

const wordsOf = ({ name, fourEyes }: Space): string => `${name}, four eyes ${fourEyes ? 'on' : 'off'}`

export async function createSpace(place: DatabaseAndClock, space: Space, by: Actor): Promise<boolean> {
  return audited(
    place,
    async ({ run }) => {
      const made = await run({
        text: 'INSERT INTO spaces (id, name, four_eyes, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id',
        values: [space.id, space.name, space.fourEyes, place.now()],
      })
      return made.length > 0
    },
    () => ({ space: space.id, by, action: 'space.created', target: space.id, details: wordsOf(space) }),
  )
}

export async function updateSpace(place: DatabaseAndClock, space: Space, by: Actor): Promise<boolean> {
  return audited(
    place,
    async ({ run }) => {
      const text = 'UPDATE spaces SET name = $2, four_eyes = $3 WHERE id = $1 RETURNING id'
      return (await run({ text, values: [space.id, space.name, space.fourEyes] })).length > 0
    },
    () => ({ space: space.id, by, action: 'space.changed', target: space.id, details: wordsOf(space) }),
  )
}

type MemberRow = Omit<Membership, 'person'> & {
  readonly id: string
  readonly name: string
  readonly email: string | null
}

export async function membersOf(database: Database, space: string): Promise<readonly Membership[]> {
  const rows = await database.ask<MemberRow>({
    text: `SELECT space, role, from_groups AS "fromGroups", program AS "isProgram", id, name, email FROM members JOIN people ON id = person
      WHERE space = $1 ORDER BY name, id`,
    values: [space],
  })
  return rows.map(({ id, name, email, ...rest }) => ({ ...rest, person: { id, name, email } }))
}

/** A space without an admin could never be managed again. Its row is locked: two admins may leave at the same time. */
export async function isLastAdmin({ run }: Connection, { space, person }: Member): Promise<boolean> {
  await run({ text: 'SELECT id FROM spaces WHERE id = $1 FOR UPDATE', values: [space] })
  const admins = await run<{ person: string }>({
    text: `SELECT person FROM members WHERE space = $1 AND role = 'admin'`,
    values: [space],
  })
  return admins.length === 1 && admins[0]?.person === person
}

export async function setRole(place: DatabaseAndClock, member: Member & { readonly role: Role }, by: Actor) {
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

export async function removeMember(place: DatabaseAndClock, member: Member, by: Actor) {
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

export async function hasAdmin(database: Database): Promise<boolean> {
  const text = `SELECT 1 FROM members WHERE space = 'main' AND role = 'admin' LIMIT 1`
  return (await database.ask({ text })).length > 0
}

type BudgetRow = { readonly limit: number | null; readonly spent: number; readonly reserved: number }

export async function budgetOf(database: Database, space: string, month: string): Promise<Budget> {
  const [row] = await database.ask<BudgetRow>({
    text: `SELECT limit_micros AS "limit", coalesce(spent, 0) AS spent, coalesce(reserved, 0) AS reserved
      FROM spaces LEFT JOIN budgets ON space = id AND month = $2 WHERE id = $1`,
    values: [space, month],
  })
  const { limit = null, spent = 0, reserved = 0 } = row ?? {}
  const limitUsd = limit === null ? null : usdOf(limit)
  return { space, month, limitUsd, spentUsd: usdOf(spent), reservedUsd: usdOf(reserved) }
}

export async function setBudget(
  place: DatabaseAndClock,
  space: string,
  limitUsd: number | null,
  by: Actor,
): Promise<void> {
  const details = limitUsd === null ? 'no limit' : `${limitUsd} USD per month`
  await audited(
    place,
    async ({ run }) => {
      const micros = limitUsd === null ? null : microsOf(limitUsd)
      await run({ text: 'UPDATE spaces SET limit_micros = $2 WHERE id = $1', values: [space, micros] })
      return true
    },
    () => ({ space, by, action: 'budget.changed', target: space, details }),
  )
}
