import { setTimeout as pause } from 'node:timers/promises'
import { StorageFailure } from '@convene/engine'
import pg from 'pg'
import { type DatabaseAddress, databaseFailure, isCrowded, isCutOff } from './failure.ts'

/** A statement, prepared once per connection if it has a name. */
export type Statement = { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] }

/** Runs statements on one connection. */
export type DatabaseConnection = {
  run<T>(statement: Statement): Promise<readonly T[]>
  /** The signature that libraries use. */
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** A Postgres database. Errors are `StorageFailure`s that say what to do and never contain the password. */
export type PostgresDatabase = {
  readonly place: DatabaseAddress
  /** A statement that may safely run twice. It is repeated for a few seconds while the database does not answer. */
  ask<T>(statement: Statement): Promise<readonly T[]>
  /** Runs statements once. A broken connection is thrown unchanged: see `isCut`. */
  once<T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T>
  /** The same, in a transaction. */
  atomically<T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T>
  /** The same, but statements see only the rows of one space. */
  inSpace<T>(space: string, work: (connection: DatabaseConnection) => Promise<T>): Promise<T>
  /** A connection outside the pool, for notifications. */
  client(): pg.Client
  /** The error as a sentence, or unchanged if it is our own bug. */
  explain(error: unknown): unknown
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly url: string
  /** How long statements are repeated. */
  readonly patienceMs?: number
  /** How long one statement may take. A stalled network sends nothing. */
  readonly answerMs?: number
  /** How long a transaction may be idle before the database ends it. */
  readonly stalledMs?: number
  readonly connections?: number
}

const PATIENCE_MS = 10_000
const ANSWER_MS = 15_000
const CONNECT_MS = 5_000
/**
 * Less than the time after which a worker counts as dead: its locks would keep others from the sessions it has lost.
 */
const STALLED_MS = 5_000

export function postgresDatabase({
  url,
  patienceMs = PATIENCE_MS,
  answerMs = ANSWER_MS,
  stalledMs = STALLED_MS,
  connections = 8,
}: DatabaseOptions): PostgresDatabase {
  const { settings, place } = settingsOf(url, { answerMs, stalledMs })
  const pool = new pg.Pool({ ...settings, max: connections, idleTimeoutMillis: 30_000 })
  // An idle connection that breaks is replaced. Without a listener it would end the process.
  pool.on('error', () => undefined)
  const explain = (error: unknown) => databaseFailure(error, place) ?? error

  const once = <T>(work: (connection: DatabaseConnection) => Promise<T>) => onOne(pool, work)

  async function ask<T>(statement: Statement): Promise<readonly T[]> {
    return repeated(patienceMs, () => once(({ run }) => run<T>(statement))).catch((error) => {
      throw explain(error)
    })
  }

  const atomically = <T>(work: (connection: DatabaseConnection) => Promise<T>) =>
    once(async (connection) => {
      await connection.run({ text: 'BEGIN' })
      const done = await work(connection)
      await connection.run({ text: 'COMMIT' })
      return done
    })

  const inSpace = <T>(space: string, work: (connection: DatabaseConnection) => Promise<T>) =>
    once(async (connection) => {
      await connection.run({ text: `BEGIN; SET LOCAL convene.space = ${pg.escapeLiteral(space)}` })
      const done = await work(connection)
      await connection.run({ text: 'COMMIT' })
      return done
    })

  return {
    place,
    ask,
    once,
    atomically,
    inSpace,
    client: () => new pg.Client(settings),
    explain,
    close: () => pool.end(),
  }
}

async function onOne<T>(pool: pg.Pool, work: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // A connection that breaks between two statements only emits an event.
  const ignore = () => undefined
  client.on('error', ignore)
  let failed = true
  try {
    const done = await work({
      run: async (statement) => (await client.query(statement as pg.QueryConfig)).rows,
      executeSql: (text, values) => client.query(text, values),
    })
    failed = false
    return done
  } finally {
    client.off('error', ignore)
    client.release(failed)
  }
}

/** Repeats work that was cut off or crowded out, until it succeeds or the time is up. */
export async function repeated<T>(patienceMs: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs
  for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await work()
    } catch (error) {
      if (!(isCutOff(error) || isCrowded(error)) || performance.now() + wait > until) throw error
    }
    await pause(wait * (0.5 + Math.random()))
  }
}

const INT8 = 20

/**
 * This program's connections see all spaces, unless a transaction sets one (`inSpace`). Any other connection sees none.
 * The setting is part of the URL, because options given there would replace ours.
 */
function withAllSpaces(url: URL): string {
  const all = new URL(url)
  all.searchParams.set('options', [url.searchParams.get('options'), '-c convene.space=*'].filter(Boolean).join(' '))
  return all.href
}

/** Counts and times are far below 2^53. `pg` would return them as text. */
const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
}

type Limits = Required<Pick<DatabaseOptions, 'answerMs' | 'stalledMs'>>

function settingsOf(
  url: string,
  { answerMs, stalledMs }: Limits,
): { readonly settings: pg.ClientConfig; readonly place: DatabaseAddress } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.pathname.length < 2)
    throw new StorageFailure(
      'bad_url',
      'Invalid database URL. It looks like postgres://USER:PASSWORD@HOST:5432/DATABASE. Special characters in the password need percent-encoding.',
    )
  const place = {
    address: parsed.host || 'the local socket',
    user: decodeURIComponent(parsed.username) || 'the system user',
    name: decodeURIComponent(parsed.pathname.slice(1)),
  }
  const settings = {
    connectionString: withAllSpaces(parsed),
    types,
    application_name: 'convene',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: stalledMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  return { settings, place }
}
