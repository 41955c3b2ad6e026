import { randomUUID } from 'node:crypto'
import type { SessionId } from '@convene/domain'
import type { PostgresDatabase } from '../database/database.ts'

/** What sessions have changed in their repository clones, for the worker that continues them. */
export type PostgresClones = {
  /** The mark of the last stored state. */
  mark(session: SessionId): Promise<string | undefined>
  get(session: SessionId): Promise<{ readonly bytes: Uint8Array; readonly mark: string } | undefined>
  /**
   * Stores a state that follows the one with this mark. Undefined, and nothing is stored, if another worker was faster.
   */
  put(session: SessionId, bytes: Uint8Array, before: string | undefined): Promise<string | undefined>
  copy(from: SessionId, to: SessionId): Promise<void>
}

export const postgresClones = ({ ask }: PostgresDatabase): PostgresClones => ({
  async mark(session) {
    const rows = await ask<{ mark: string }>({ text: 'SELECT mark FROM clones WHERE session = $1', values: [session] })
    return rows[0]?.mark
  },
  async get(session) {
    const text = 'SELECT bytes, mark FROM clones WHERE session = $1'
    const [row] = await ask<{ bytes: Buffer; mark: string }>({ text, values: [session] })
    return row
  },
  async put(session, bytes, before) {
    const mark = randomUUID()
    const rows = await ask<{ mark: string }>({
      // Our own mark is already there if a connection broke after the commit, and this is the second attempt.
      text: `INSERT INTO clones (session, mark, put_at, bytes) VALUES ($1, $2, $3, $4)
        ON CONFLICT (session) DO UPDATE SET mark = excluded.mark, put_at = excluded.put_at, bytes = excluded.bytes
          WHERE clones.mark IN ($2, $5) RETURNING mark`,
      values: [session, mark, Date.now(), Buffer.from(bytes), before ?? null],
    })
    return rows[0]?.mark
  },
  async copy(from, to) {
    const text = `INSERT INTO clones (session, mark, put_at, bytes)
      SELECT $2, mark, put_at, bytes FROM clones WHERE session = $1 ON CONFLICT (session) DO NOTHING`
    await ask({ text, values: [from, to] })
  },
})
