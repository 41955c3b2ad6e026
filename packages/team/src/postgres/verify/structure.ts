import type { PostgresDatabase } from '../database/database.ts'
import { migrations } from '../database/migrations.ts'

/** Tables and indexes that a database of this format should have, and row-level security on some of them. */
export type Structure = {
  readonly missing: readonly string[]
  /** Indexes that Postgres does not use, because it could not finish building them. */
  readonly invalid: readonly string[]
  /** Tables that lack row-level security. */
  readonly unsecured: readonly string[]
  /** Whether this connection's user sees every row in spite of it. */
  readonly bypasses: boolean
}

const statements = migrations.flatMap((migration) => migration.statements)
const named = (pattern: RegExp): readonly string[] => statements.flatMap((text) => pattern.exec(text)?.[1] ?? [])

const relations = [...named(/CREATE (?:UNLOGGED )?TABLE (\w+)/), ...named(/CREATE (?:UNIQUE )?INDEX (\w+)/)]
const secured = named(/ALTER TABLE (\w+) FORCE ROW LEVEL SECURITY/)

/** Compares the database with the result of the migrations. An interrupted restore lacks its last parts. */
export async function structureOf(database: PostgresDatabase): Promise<Structure> {
  const rows = await database.ask<{ name: string; forced: boolean; valid: boolean | null }>({
    text: `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS forced, indisvalid AS valid
      FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid WHERE relname = ANY ($1) AND pg_table_is_visible(c.oid)`,
    values: [relations],
  })
  const [role] = await database.ask<{ bypasses: boolean }>({
    text: 'SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
  })
  const found = new Map(rows.map((row) => [row.name, row]))
  return {
    missing: relations.filter((name) => !found.has(name)),
    invalid: rows.filter(({ valid }) => valid === false).map(({ name }) => name),
    unsecured: secured.filter((name) => found.get(name)?.forced === false),
    bypasses: role?.bypasses ?? false,
  }
}
