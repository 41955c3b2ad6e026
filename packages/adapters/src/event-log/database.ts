import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** One connection, with its statements prepared when they are first used. */
export type Database = {
  readonly path: string
  readonly connection: DatabaseSync
  sql(text: string): StatementSync
}

export function database(path: string, connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>()
  return {
    path,
    connection,
    sql(text) {
      const known = statements.get(text)
      if (known) return known
      const statement = connection.prepare(text)
      statements.set(text, statement)
      return statement
    },
  }
}
