import type { Database } from './database.ts'

/** Adds a column to a derived table. A table that was rebuilt already has it. */
export function addToSessions({ connection }: Database, column: string, type: string): void {
  const has = connection.prepare("SELECT count(*) AS count FROM pragma_table_info('sessions') WHERE name = ?")
  if (has.get(column)?.count === 0) connection.exec(`ALTER TABLE sessions ADD COLUMN ${column} ${type}`)
}
