import { ok, type Result, refuse } from '@convene/domain'
import type { PostgresStore } from '@convene/team'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'

/** The database from an option or the environment, for a command that runs no sessions. */
export async function openDatabase(
  { environment }: Program,
  input: Input,
  options: { readonly migrate?: boolean } = {},
): Promise<Result<PostgresStore>> {
  const url = input.text('database-url') ?? environment.CONVENE_DATABASE_URL
  if (!url) return refuse('no_database', 'Name the database: set CONVENE_DATABASE_URL, or add --database-url URL.')
  const { objectStoreOptions, openPostgresStore } = await import('@convene/team')
  return ok(await openPostgresStore({ url, capacity: 0, objects: objectStoreOptions(environment), ...options }))
}
