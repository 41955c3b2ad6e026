import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { fileAt } from './file-identity.ts'

/** One connection. Statements are prepared on first use. */
export type Database = {
  readonly path: string
  readonly connection: DatabaseSync
  /** The file that was opened, even if another one is at its path now. */
  readonly file: number | undefined
  /** A prepared statement for reading. */
  sql(text: string): StatementSync
  /** What a query finds, one row at a time. */
  rows<Row>(text: string, ...values: SQLInputValue[]): Iterable<Row>
  /** Runs a statement that writes. Returns the id of the inserted row, if any. */
  run(text: string, ...values: SQLInputValue[]): number
  /** Runs a statement that writes. Returns how many rows it changed. */
  change(text: string, ...values: SQLInputValue[]): number
}

export function database(path: string, connection: DatabaseSync): Database {
  const reading = new Map<string, StatementSync>()
  const writing = new Map<string, StatementSync>()
  const sql = (text: string) => reading.get(text) ?? prepare(connection, text, reading)
  return {
    path,
    connection,
    file: fileAt(path),
    sql,
    rows: <Row>(text: string, ...values: SQLInputValue[]) =>
      sql(text).iterate(...values) as Iterable<unknown> as Iterable<Row>,
    run: (text, ...values) => Number(written(text, values).lastInsertRowid),
    change: (text, ...values) => Number(written(text, values).changes),
  }

  function written(text: string, values: readonly SQLInputValue[]) {
    const statement = writing.get(text) ?? prepare(connection, text, writing)
    return statement.run(...values)
  }

  function prepare(on: DatabaseSync, text: string, statements: Map<string, StatementSync>): StatementSync {
    const statement = on.prepare(text)
    // FTS5 leaves row ids above 2^53 behind, which `run` returns: as numbers they would make it throw after the write.
    statement.setReadBigInts(statements === writing)
    statements.set(text, statement)
    return statement
  }
}
