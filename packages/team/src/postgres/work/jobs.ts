import type { SessionId } from '@convene/domain'
import type { PgBoss } from 'pg-boss'
import { type DatabaseConnection, type PostgresDatabase, repeated } from '../database/database.ts'
import { QUEUE, SCHEMA } from './queue.ts'

/** The notification channel for new jobs. */
export const WORK_CHANNEL = 'convene_work'

/** A job that runs here. Its attempt fences it: once another process has the session, nothing done to it counts. */
export type QueuedJob = {
  readonly session: SessionId
  readonly id: string
  readonly retryCount: number
  /** How often in a row it ended without a new event. */
  readonly tries: number
  /** The session's last event when the job was taken. */
  readonly seq: number
}

/** What pg-boss returns, missing from its types. */
type Settled = { readonly affected?: number }

/** `order` is the position among jobs that were queued together: the longest-waiting first. */
type JobData = { readonly session: SessionId; readonly tries?: number; readonly order?: number }

/** The process that takes jobs. */
export type Taker = {
  readonly id: string
  /** It takes no session whose events need a newer fold. */
  readonly fold: number
  /** Its machine's name: it takes no session that is bound to another one. */
  readonly host: string
}

type TakenRow = {
  readonly id: string
  readonly retryCount: number
  readonly data: JobData
  readonly seq: number | null
}

/** Who works on a session. Without an address, other machines cannot reach it. */
export type Owner = { readonly holder: string; readonly address: string | null }

/** How much there is to do, for all workers together. */
export type JobCounts = { readonly running: number; readonly waiting: number; readonly oldestWaitingS: number }

/** Seconds until a session that makes no progress is retried. */
const LONGEST_WAIT_S = 300
const PATIENCE_MS = 10_000

/** The queue's jobs, as statements. */
export class Jobs {
  readonly #boss: PgBoss
  readonly #database: PostgresDatabase
  readonly #taker: Taker
  /** How many jobs this process has taken over from others without a heartbeat. */
  takeOvers = 0

  constructor(boss: PgBoss, database: PostgresDatabase, taker: Taker) {
    this.#boss = boss
    this.#database = database
    this.#taker = taker
  }

  /** Runs in the transaction of the append that made it necessary. A session that waits or runs already has its job. */
  async enqueue(connection: DatabaseConnection, sessions: readonly SessionId[], tries = 0, waitS = 0): Promise<void> {
    const jobs = sessions.map((session, order) => ({
      data: { session, tries, order } satisfies JobData,
      singletonKey: session,
      ...(waitS > 0 && { startAfter: waitS }),
    }))
    await this.#boss.insert(QUEUE, jobs, { db: connection })
    await connection.run({ text: `SELECT pg_notify('${WORK_CHANNEL}', '')` })
  }

  /** Takes waiting jobs, the longest-waiting first and spaces in turn. */
  async take(most: number): Promise<readonly QueuedJob[]> {
    const taken = await this.#database.once(({ run }) =>
      run<TakenRow>({
        name: 'take',
        text: takeText,
        values: [QUEUE, this.#taker.id, most, this.#taker.fold, this.#taker.host],
      }),
    )
    return taken.map((row) => this.#counted(row)).toSorted((one, other) => one.order - other.order)
  }

  /** Takes one session's job, creating it if there is none. Undefined if another process has it. */
  async takeOne(session: SessionId): Promise<QueuedJob | undefined> {
    const [taken] = await this.#database.atomically(async (connection) => {
      const job = { data: { session } satisfies JobData, singletonKey: session }
      await this.#boss.insert(QUEUE, [job], { db: connection })
      return connection.run<TakenRow>({
        text: takeOneText,
        values: [QUEUE, this.#taker.id, session, this.#taker.fold, this.#taker.host],
      })
    })
    return taken && this.#counted(taken)
  }

  /** A job that ended has a successor, so only a lost one is taken a second time. */
  #counted(row: TakenRow): ReturnType<typeof jobOf> {
    if (row.retryCount > 0) this.takeOvers += 1
    return jobOf(row)
  }

  /** A heartbeat, which also restarts the job's time limit. Returns the ids of the jobs that still run here. */
  async touch(jobs: readonly QueuedJob[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.ask<{ id: string }>({
      text: `UPDATE ${SCHEMA}.job j SET heartbeat_on = now(), started_on = now() FROM unnest($2::uuid[], $3::int[]) AS a (id, attempt)
        WHERE j.name = $1 AND j.id = a.id AND j.retry_count = a.attempt AND j.state = 'active' RETURNING j.id`,
      values: [QUEUE, jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
    })
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * Ends a job. The session's row is locked first: a concurrent append is either seen here, or finds no job and creates
   * one. A session that has changed and still has something to do gets a new job, for any worker. One that has not
   * changed is left until it does, or retried, later each time.
   */
  async finish(job: QueuedJob, ifUnchanged: 'leave' | 'try again'): Promise<void> {
    const { id, retryCount, session, tries } = job
    const end = async (connection: DatabaseConnection) => {
      const [row] = await connection.run<{ seq: number; moves: boolean }>({
        text: 'SELECT seq, moves FROM sessions WHERE id = $1 FOR UPDATE',
        values: [session],
      })
      const ended: Settled = await this.#boss.complete(QUEUE, { id, retryCount }, null, { db: connection })
      if (ended.affected === 0 || !row?.moves) return
      if (row.seq !== job.seq) await this.enqueue(connection, [session])
      else if (ifUnchanged === 'try again')
        await this.enqueue(connection, [session], tries + 1, Math.min(2 ** tries, LONGEST_WAIT_S))
    }
    // The attempt fences it: if it was carried out and only the answer got lost, nothing happens the second time.
    await repeated(PATIENCE_MS, () => this.#database.atomically(end))
  }

  /** Whether the database server has been running for this many seconds. */
  async isUpFor(seconds: number): Promise<boolean> {
    const text = `SELECT now() - pg_postmaster_start_time() > make_interval(secs => $1) AS is`
    return (await this.#database.ask<{ is: boolean }>({ text, values: [seconds] }))[0]?.is ?? false
  }

  /** Hands the jobs of workers without a heartbeat to others. */
  async reassignLost(): Promise<void> {
    await this.#boss.supervise(QUEUE)
  }

  /** Whether somebody works on a session, or is going to. */
  async stateOf(session: SessionId): Promise<'running' | 'waiting' | undefined> {
    const text = `SELECT state = 'active' AS runs FROM ${SCHEMA}.job WHERE name = $1 AND singleton_key = $2 AND state <= 'active'`
    const [row] = await this.#database.ask<{ runs: boolean }>({ text, values: [QUEUE, session] })
    return row && (row.runs ? 'running' : 'waiting')
  }

  async counts(): Promise<JobCounts> {
    const [row] = await this.#database.ask<JobCounts>({
      text: `SELECT count(*) FILTER (WHERE state = 'active') AS running, count(*) FILTER (WHERE state < 'active') AS waiting,
        coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after < now())), 0)::float8
        AS "oldestWaitingS" FROM ${SCHEMA}.job WHERE name = $1 AND state <= 'active'`,
      values: [QUEUE],
    })
    return row ?? { running: 0, waiting: 0, oldestWaitingS: 0 }
  }

  /** Who works on a session now. Undefined if nobody does, or if the worker has not said how to reach it. */
  async ownerOf(session: SessionId): Promise<Owner | undefined> {
    const text = `SELECT w.id AS holder, w.address FROM ${SCHEMA}.job j JOIN workers w ON w.id = j.data->>'worker'
      WHERE j.name = $1 AND j.singleton_key = $2 AND j.state = 'active'`
    return (await this.#database.ask<Owner>({ name: 'owner', text, values: [QUEUE, session] }))[0]
  }
}

/** Takes jobs like pg-boss, but the job says who has it, and the session's last event comes with it. */
const activated = (which: string) => `
  UPDATE ${SCHEMA}.job j SET state = 'active', started_on = now(), heartbeat_on = now(),
    retry_count = CASE WHEN started_on IS NOT NULL THEN retry_count + 1 ELSE retry_count END,
    data = data || jsonb_build_object('worker', $2::text)
  WHERE j.name = $1 AND ${which}
  RETURNING j.id, j.retry_count AS "retryCount", j.data, (SELECT seq FROM sessions WHERE id = j.singleton_key) AS seq`

/** Whether a session may be taken. A deleted session's job is taken as well, so it ends. */
const mayTake = `(o.id IS NULL OR (o.fold <= $4 AND o.place IN ('', $5)))`

/**
 * The longest-waiting first, and spaces in turn: a space with many jobs waits behind one with few. With one space, that
 * is the order of age.
 */
const takeText = activated(`j.id = ANY (ARRAY(
  WITH running AS (
    SELECT s.space, count(*) AS jobs FROM ${SCHEMA}.job a JOIN sessions s ON s.id = a.singleton_key
    WHERE a.name = $1 AND a.state = 'active' GROUP BY s.space
  ), turns AS (
    SELECT n.id, n.priority, n.created_on, coalesce(r.jobs, 0) + row_number() OVER (
      PARTITION BY o.space ORDER BY n.priority DESC, n.created_on, (n.data->>'order')::int) AS turn
    FROM ${SCHEMA}.job n LEFT JOIN sessions o ON o.id = n.singleton_key LEFT JOIN running r ON r.space = o.space
    WHERE n.name = $1 AND n.state < 'active' AND NOT n.blocked AND n.start_after <= now()
      AND ${mayTake}
  )
  SELECT n.id FROM ${SCHEMA}.job n JOIN turns t ON t.id = n.id WHERE n.name = $1 AND n.state < 'active'
  ORDER BY t.priority DESC, t.turn, t.created_on LIMIT $3 FOR UPDATE OF n SKIP LOCKED))`)

const takeOneText = activated(`j.singleton_key = $3 AND j.state < 'active' AND NOT EXISTS (
  SELECT FROM sessions o WHERE o.id = j.singleton_key AND NOT ${mayTake})`)

const jobOf = ({ id, retryCount, data, seq }: TakenRow): QueuedJob & { readonly order: number } => ({
  session: data.session,
  id,
  retryCount,
  tries: data.tries ?? 0,
  order: data.order ?? 0,
  seq: seq ?? 0,
})
