import { StorageFailure } from '@convene/engine'
import type { Database } from '../database/database.ts'

const BEAT_MS = 5_000
/** Without a beat for this long, a process does not count any more. */
const LIVES = '20 seconds'
const FORGOTTEN = '1 day'

/** What the other servers know about one. */
export type Worker = {
  readonly id: string
  /** The name of its machine. */
  readonly host: string
  /** The URL at which other servers reach it. Not set: they do not. */
  readonly address: string | undefined
  readonly version: string
  /** The version of its fold: events that are newer it cannot read. */
  readonly fold: number
}

/** Makes a process known to the others, until the returned function is called. */
export async function joinWorkers(database: Database, worker: Worker): Promise<() => Promise<void>> {
  const { id, host, address, version, fold } = worker
  const beat = () =>
    database.ask({
      text: `INSERT INTO workers (id, host, address, version, fold, seen) VALUES ($1, $2, $3, $4, $5, now())
        ON CONFLICT (id) DO UPDATE SET seen = now()`,
      values: [id, host, address ?? null, version, fold],
    })
  await database.ask({ text: `DELETE FROM workers WHERE seen < now() - interval '${FORGOTTEN}'` })
  await beat()
  // If the database does not answer, this process does not count for a while. The next beat makes up for it.
  const beats = setInterval(() => void beat().catch(() => undefined), BEAT_MS)
  beats.unref()
  return async () => {
    clearInterval(beats)
    await database.ask({ text: 'DELETE FROM workers WHERE id = $1', values: [id] }).catch(() => undefined)
  }
}

/** Rejects while a server runs that could not read events of this fold. The engine tries again, and the run waits. */
export async function refuseTooNew(database: Database, fold: number): Promise<void> {
  const text = `SELECT host, version FROM workers WHERE fold < $1 AND seen > now() - interval '${LIVES}' LIMIT 1`
  const [older] = await database.ask<Pick<Worker, 'host' | 'version'>>({ text, values: [fold] })
  if (older)
    throw new StorageFailure(
      'older_server',
      `Not stored yet: the server on ${older.host} runs Convene ${older.version}, which could not read it. Update that server or stop it. The run continues by itself then.`,
    )
}
