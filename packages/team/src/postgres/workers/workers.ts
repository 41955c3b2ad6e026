import type { SessionId } from '@convene/domain'
import { StorageFailure } from '@convene/engine'
import type { PostgresDatabase } from '../database/database.ts'

const BEAT_MS = 5_000
/** Without a beat for this long, a process no longer counts. */
const LIVES = '20 seconds'
const FORGOTTEN = '1 day'

/** What the other servers know about one server. */
export type Worker = {
  readonly id: string
  /** The name of its machine. */
  readonly host: string
  /** Whether it works on sessions. */
  readonly works: boolean
  /** The URL at which other servers reach it. Undefined if they cannot. */
  readonly address: string | undefined
  readonly version: string
  /** The version of its fold: it cannot read newer events. */
  readonly fold: number
}

/** Makes a process known to the others, until the returned function is called. */
export async function joinWorkers(database: PostgresDatabase, worker: Worker): Promise<() => Promise<void>> {
  const { id, host, works, address, version, fold } = worker
  const beat = () =>
    database.ask({
      text: `INSERT INTO workers (id, host, works, address, version, fold, seen) VALUES ($1, $2, $3, $4, $5, $6, now())
        ON CONFLICT (id) DO UPDATE SET seen = now()`,
      values: [id, host, works, address ?? null, version, fold],
    })
  await database.ask({ text: `DELETE FROM workers WHERE seen < now() - interval '${FORGOTTEN}'` })
  await beat()
  // If the database does not answer, this process does not count for a while. The next beat fixes that.
  const beats = setInterval(() => void beat().catch(() => undefined), BEAT_MS)
  beats.unref()
  return async () => {
    clearInterval(beats)
    await database.ask({ text: 'DELETE FROM workers WHERE id = $1', values: [id] }).catch(() => undefined)
  }
}

/** The machine that a session waits for: the session is bound to it, and no worker is running there. */
export async function absentHostOf(database: PostgresDatabase, session: SessionId): Promise<string | undefined> {
  const text = `SELECT place FROM sessions s WHERE id = $1 AND place <> '' AND moves AND NOT EXISTS (
    SELECT FROM workers w WHERE w.host = s.place AND w.works AND w.seen > now() - interval '${LIVES}')`
  return (await database.ask<{ place: string }>({ text, values: [session] }))[0]?.place
}

/** Rejects while a server is running that could not read events of this fold. The engine retries, and the run waits. */
export async function refuseTooNew(database: PostgresDatabase, fold: number): Promise<void> {
  const text = `SELECT host, version FROM workers WHERE fold < $1 AND seen > now() - interval '${LIVES}' LIMIT 1`
  const [older] = await database.ask<Pick<Worker, 'host' | 'version'>>({ text, values: [fold] })
  if (older)
    throw new StorageFailure(
      'older_server',
      `Not stored yet: the server on ${older.host} runs Convene ${older.version}, which could not read it. Update that server or stop it. The run continues by itself then.`,
    )
}
