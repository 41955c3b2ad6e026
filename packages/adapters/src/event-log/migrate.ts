import type { Database } from './database.ts'
import { derived, indexes, truth } from './schema.ts'

export function migrate(database: Database, _now: () => number): string[] {
  const { connection } = database
  connection.exec('PRAGMA busy_timeout = 10000')
  connection.exec('BEGIN IMMEDIATE')
  const version = connection.prepare('PRAGMA user_version').get()?.user_version
  if (version === 0) {
    connection.exec(truth + indexes + derived)
    connection.exec('PRAGMA user_version = 1')
  }
  connection.exec('COMMIT')
  connection.exec('PRAGMA busy_timeout = 100')
  return []
}
