import type { AuditEntry } from '../../accounts/account/account.ts'
import type { AuditQuery, NewEntry } from '../../accounts/account/accounts.ts'
import type { DatabaseConnection, PostgresDatabase } from '../database/database.ts'

/** Runs in the transaction of the change it records. */
export async function recordIn({ run }: DatabaseConnection, at: number, entry: NewEntry): Promise<void> {
  const { space, by, action, target, details } = entry
  await run({
    text: `INSERT INTO audit (at, space, person, person_name, action, target, details) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [at, space, by.id, by.name, action, target, details],
  })
}

/** A change and its entry in one transaction. A change that did nothing (`undefined`, `false`) has no entry. */
export async function audited<T>(
  { database, now }: { readonly database: PostgresDatabase; now(): number },
  change: (connection: DatabaseConnection) => Promise<T>,
  entry: (made: NonNullable<T>) => NewEntry,
): Promise<T> {
  const work = async (connection: DatabaseConnection) => {
    const made = await change(connection)
    if (made !== undefined && made !== null && made !== false) await recordIn(connection, now(), entry(made))
    return made
  }
  return database.atomically(work).catch((error) => {
    throw database.explain(error)
  })
}

type Stored = Omit<AuditEntry, 'by'> & { readonly person: string; readonly personName: string }

/** Newest first. Entries that belong to no single space go to the space `main`, whose admins run the server. */
export async function auditOf(
  database: PostgresDatabase,
  { space, before, limit }: AuditQuery,
): Promise<readonly AuditEntry[]> {
  const rows = await database.ask<Stored>({
    text: `SELECT id, at, space, person, person_name AS "personName", action, target, details FROM audit
      WHERE (space = $1 OR ($1 = 'main' AND space IS NULL)) AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    values: [space, before ?? null, limit],
  })
  return rows.map(({ person, personName, ...rest }) => ({ ...rest, by: { id: person, name: personName } }))
}
