import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** One connection, with its statements prepared when they are first used. */
export type Database = {
  readonly path: string
  readonly connection: DatabaseSync
  /** A statement to read with. */
  sql(text: string): StatementSync
  /** Runs a statement that writes, and answers the id of the row it inserted. */
  run(text: string, ...values: SQLInputValue[]): number | bigint
}

export function database(path: string, connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    const statement = connection.prepare(text)
    statements.set(text, statement)
    return statement
  }
  return {
    path,
    connection,
    sql: (text) => statements.get(text) ?? prepare(text),
    run(text, ...values) {
      const statement = statements.get(text) ?? prepare(text)
      // FTS5 leaves row ids above 2^53 behind: as a number, `run` would throw after a commit that succeeded.
      statement.setReadBigInts(true)
      return statement.run(...values).lastInsertRowid
    },
  }
}
