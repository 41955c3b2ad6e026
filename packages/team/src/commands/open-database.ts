import { ok, type Refusal, type Result } from '@convene/domain'
import type { CommandContext, CommandInput } from '@convene/host'
import type { Environment } from '@convene/platform'
import { objectStoreOptions } from '../postgres/blobs/object-store.ts'
import { openPostgresStore, type PostgresStore } from '../postgres/open-store.ts'

export const NO_DATABASE: Refusal = {
  code: 'no_database',
  message: 'Name the database: set CONVENE_DATABASE_URL, or add --database-url URL.',
}

/** The database from an option or the environment, if there is one. */
export const givenDatabaseUrl = (environment: Environment, input: CommandInput): string | undefined =>
  input.text('database-url') || environment.CONVENE_DATABASE_URL || undefined

/** Opens it for a command that runs no sessions. */
export async function openTeamDatabase(
  { program: { environment }, input }: CommandContext,
  options: { readonly migrate?: boolean } = {},
): Promise<Result<PostgresStore>> {
  const url = givenDatabaseUrl(environment, input)
  if (url === undefined) return { ok: false, refusal: NO_DATABASE }
  return ok(await openPostgresStore({ url, capacity: 0, objects: objectStoreOptions(environment), ...options }))
}
