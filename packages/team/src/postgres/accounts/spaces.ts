import type { Actor, Space } from '../../accounts/account/account.ts'
import type { SpaceRole } from '../../accounts/account/role.ts'
import { type Budget, microsOf, usdOf } from '../../accounts/budget/budget.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { audited } from './audit.ts'

type DatabaseAndClock = { readonly database: PostgresDatabase; now(): number }

const columns = 'id, name, four_eyes AS "fourEyes"'

export async function spaceBy(database: PostgresDatabase, id: string): Promise<Space | undefined> {
  const [row] = await database.ask<Space>({ text: `SELECT ${columns} FROM spaces WHERE id = $1`, values: [id] })
  return row
}

export const allSpaces = (database: PostgresDatabase): Promise<readonly Space[]> =>
  database.ask<Space>({ text: `SELECT ${columns} FROM spaces ORDER BY id` })

export const spacesOf = (
  database: PostgresDatabase,
  person: string,
): Promise<readonly (Space & { readonly role: SpaceRole })[]> =>
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

export async function hasAdmin(database: PostgresDatabase): Promise<boolean> {
  const text = `SELECT 1 FROM members WHERE space = 'main' AND role = 'admin' LIMIT 1`
  return (await database.ask({ text })).length > 0
}

type BudgetRow = { readonly limit: number | null; readonly spent: number; readonly reserved: number }

export async function budgetOf(database: PostgresDatabase, space: string, month: string): Promise<Budget> {
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
