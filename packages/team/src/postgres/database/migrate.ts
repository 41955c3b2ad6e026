import { setTimeout as pause } from 'node:timers/promises'
import { StorageFailure } from '@convene/engine'
import type { DatabaseConnection, PostgresDatabase } from './database.ts'
import { isStarting } from './failure.ts'
import { type Migration, migrations, newestFormat } from './migrations.ts'

const OLDEST_SERVER = 150_000
/** Only one process migrates. The number is ours, and arbitrary. */
const LOCK = 7_410_001
const RECOVERY_MS = 60_000

export type MigrateOptions = {
  /** Updates an older database's format. An empty one is always set up. */
  readonly migrate?: boolean
  /** The steps to the newest format. */
  readonly path?: readonly Migration[]
  /** Further setup, before the database counts as set up. */
  also?(): Promise<void>
}

/** Checks that the database is usable, and sets it up if it is empty. Waits while it recovers from a crash. */
export async function prepareDatabase(database: PostgresDatabase, options: MigrateOptions = {}): Promise<void> {
  try {
    await whileStarting(() => checkServer(database))
    const format = await formatOf(database)
    if (format === undefined || options.migrate) await alone(database, () => setUp(database, options))
    refuseFormat(await formatOf(database), newestFormat(options.path ?? migrations), database.place.name)
  } catch (error) {
    throw database.explain(error)
  }
}

async function whileStarting(work: () => Promise<void>): Promise<void> {
  const until = performance.now() + RECOVERY_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isStarting(error) || performance.now() > until) throw error
    }
    await pause(200)
  }
}

/** One process at a time. The others wait, and then find nothing left to do. */
function alone(database: PostgresDatabase, work: () => Promise<void>): Promise<void> {
  const until = performance.now() + RECOVERY_MS
  return database.once(async ({ run }) => {
    const take = { text: 'SELECT pg_try_advisory_lock($1) AS taken', values: [LOCK] }
    while (!(await run<{ taken: boolean }>(take))[0]?.taken) {
      if (performance.now() > until)
        throw new StorageFailure(
          'busy',
          'Another process has been setting up the database for a minute. Try again. If no other server is starting, look for a stuck connection in pg_stat_activity.',
        )
      await pause(100)
    }
    try {
      await work()
    } finally {
      await run({ text: 'SELECT pg_advisory_unlock($1)', values: [LOCK] })
    }
  })
}

async function setUp(database: PostgresDatabase, { also, path = migrations }: MigrateOptions): Promise<void> {
  await also?.()
  await migrateUp(database, path)
}

async function checkServer(database: PostgresDatabase): Promise<void> {
  const [row] = await database.once(({ run }) =>
    run<{ version: string; encoding: string }>({
      text: `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
    }),
  )
  const version = Number(row?.version)
  if (version < OLDEST_SERVER)
    throw new StorageFailure(
      'too_old',
      `The database server is Postgres ${Math.floor(version / 10_000)}. Convene needs Postgres 15 or newer. Upgrade the database server.`,
    )
  if (row?.encoding !== 'UTF8')
    throw new StorageFailure(
      'bad_encoding',
      `The database "${database.place.name}" has the encoding ${row?.encoding}. Create it again with: createdb --encoding UTF8 --template template0 ${database.place.name}`,
    )
}

/** The database's format, or undefined if it was never set up. Refuses one with tables that no release created. */
export async function formatOf(database: PostgresDatabase): Promise<number | undefined> {
  return database.once(async ({ run }) => {
    const [found] = await run<{ ours: boolean; others: boolean }>({
      text: `SELECT to_regclass('convene_database') IS NOT NULL AS ours, to_regclass('appends') IS NOT NULL AS others`,
    })
    if (found?.ours) return readFormat(run)
    if (found?.others) throw unreleased(database.place.name)
    return undefined
  })
}

const unreleased = (name: string): StorageFailure =>
  new StorageFailure(
    'unreleased_format',
    `The database "${name}" was not set up by a released version of Convene. Nothing was changed. Create an empty database with createdb, and use that one.`,
  )

async function readFormat(run: DatabaseConnection['run']): Promise<number> {
  const [row] = await run<{ format: number }>({ text: 'SELECT format FROM convene_database' })
  return row?.format ?? 0
}

function migrateUp(database: PostgresDatabase, path: readonly Migration[]): Promise<void> {
  return database.atomically(async ({ run }) => {
    await run({ text: 'CREATE TABLE IF NOT EXISTS convene_database (format integer NOT NULL)' })
    const before = await readFormat(run)
    if (before === 0) await run({ text: 'INSERT INTO convene_database VALUES (0)' })
    for (const { format, statements } of path.filter((migration) => migration.format > before)) {
      for (const text of statements) await run({ text })
      await run({ text: 'UPDATE convene_database SET format = $1', values: [format] })
    }
  })
}

function refuseFormat(format: number | undefined, known: number, name: string): void {
  if (format === undefined || format < known)
    throw new StorageFailure(
      'migration_needed',
      `The database "${name}" was set up by an older version of Convene (format ${format ?? 0}, this version needs ${known}). Back it up, then start one server with --migrate.`,
    )
  if (format > known)
    throw new StorageFailure(
      'newer_version',
      `The database "${name}" was set up by a newer version of Convene (format ${format}, this version knows ${known}). Update Convene.`,
    )
}
