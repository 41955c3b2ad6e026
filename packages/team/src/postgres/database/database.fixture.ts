import { sharedPostgres } from '@convene/testkit'
import { afterAll, test } from 'vitest'
import { type DatabaseOptions, type PostgresDatabase, postgresDatabase } from './database.ts'
import { prepareDatabase } from './migrate.ts'

const ofSessions = ['appends', 'sessions', 'names', 'words', 'snapshots', 'decisions']
const tables = [...ofSessions, 'blobs', 'outputs', 'clones', 'trash', 'workers', 'circuits', 'watching', 'mentions']
const ofWebhooks = ['webhook_urls', 'webhook_places', 'webhook_signatures', 'webhook_senders']

export type DatabaseFixture = {
  readonly url: string
  /** The prepared database, as each process of a test opens it. Closed after the last test. */
  opened(options?: Partial<DatabaseOptions>): Promise<PostgresDatabase>
  empty(): Promise<void>
}

/** One database for all tests of a file. If there is no Postgres here, a skipped test says why. */
export async function databaseFixture(): Promise<DatabaseFixture | undefined> {
  const found = await sharedPostgres()
  if ('reason' in found) {
    test.skipIf(true)(`needs Postgres: ${found.reason}`, () => {})
    return undefined
  }
  const url = await found.server.database()
  const main = postgresDatabase({ url })
  await prepareDatabase(main)
  const open = [main]
  afterAll(async () => {
    await Promise.all(open.map((each) => each.close()))
  })
  return {
    url,
    async opened(options) {
      // Connections are expensive, and a test that does not break them can share them.
      if (options === undefined) return main
      const opened = postgresDatabase({ url, ...options })
      open.push(opened)
      return opened
    },
    async empty() {
      for (const table of [...tables, ...ofWebhooks]) await main.ask({ text: `DELETE FROM ${table}` })
    },
  }
}
