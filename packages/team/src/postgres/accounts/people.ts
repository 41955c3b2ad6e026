import { randomUUID } from 'node:crypto'
import type { AccountPerson, Actor, Identity } from '../../accounts/account/account.ts'
import type { NewPerson } from '../../accounts/account/accounts.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { endAccess } from './access.ts'
import { audited, recordIn } from './audit.ts'
import { roleChanges } from './members.ts'

/** How long roles from groups last without another login. */
const GROUPS_MS = 30 * 86_400_000

type DatabaseAndClock = { readonly database: PostgresDatabase; now(): number }

export async function personBy(database: PostgresDatabase, id: string): Promise<AccountPerson | undefined> {
  const [row] = await database.ask<AccountPerson>({
    text: 'SELECT id, name, email FROM people WHERE id = $1',
    values: [id],
  })
  return row
}

export async function createPerson(
  place: DatabaseAndClock,
  { name, email, isProgram = false }: NewPerson,
  by?: Actor,
): Promise<AccountPerson> {
  const person = { id: randomUUID(), name, email }
  const entry = { space: null, by: by ?? person, action: 'person.created', target: person.id, details: name }
  return audited(
    place,
    async ({ run }) => {
      await run({
        text: 'INSERT INTO people (id, name, email, program, created_at) VALUES ($1, $2, $3, $4, $5)',
        values: [person.id, name, email, isProgram, place.now()],
      })
      return person
    },
    () => entry,
  )
}

/**
 * Matches by issuer and subject only: an e-mail address may be reassigned or unverified. A role that an admin assigned
 * by hand stays as it is.
 */
export async function signIn(place: DatabaseAndClock, identity: Identity): Promise<AccountPerson> {
  const { issuer, subject, name, email, roles } = identity
  const work = () =>
    place.database.atomically(async (connection) => {
      const [row] = await connection.run<AccountPerson & { readonly isNew: boolean }>({
        text: `INSERT INTO people (id, name, email, issuer, subject, created_at) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT (issuer, subject) DO UPDATE SET name = excluded.name, email = excluded.email
          RETURNING id, name, email, xmax = 0 AS "isNew"`,
        values: [randomUUID(), name, email, issuer, subject, place.now()],
      })
      const { isNew = false, ...person } = row ?? { id: '', name, email }
      const by = { id: person.id, name }
      const entry = { space: null, by, action: 'person.created', target: person.id, details: `${name}, from ${issuer}` }
      if (isNew) await recordIn(connection, place.now(), entry)
      for (const change of await roleChanges(connection, person.id, roles)) {
        const { action, space } = change
        if (action === 'member.removed') await endAccess(connection, { space, person: person.id }, place.now())
        await recordIn(connection, place.now(), { ...change, by, target: person.id })
      }
      await connection.run({
        text: 'UPDATE members SET until = $2 WHERE person = $1 AND from_groups',
        values: [person.id, place.now() + GROUPS_MS],
      })
      return person
    })
  return work().catch((error) => {
    throw place.database.explain(error)
  })
}
