import type { SessionId } from '@convene/domain'
import type { PgBoss } from 'pg-boss'
import { type Connection, type Database, repeated } from '../database/database.ts'
import { QUEUE, SCHEMA } from './queue.ts'

/** The notification channel for new jobs. */
export const WORK_CHANNEL = 'convene_work'

/** A job that runs here. Its attempt fences it: once somebody else has the session, nothing that is done to it counts. */
export type Job = {
  readonly session: SessionId
  readonly id: string
  readonly retryCount: number
  /** How often in a row it ended without a new event. */
  readonly tries: number
  /** The session's last event when the job was taken. */
  readonly seq: number
}

/** What pg-boss returns. Its types leave it out. */
type Settled = { readonly affected?: number }

/** `order` is the place among those that were put in together: the longest-waiting first. */
type JobData = { readonly session: SessionId; readonly tries?: number; readonly order?: number }

/** How much there is to do, for all workers together. */
export type Counts = { readonly running: number; readonly waiting: number; readonly oldestWaitingS: number }

/** Seconds until a session that gets nowhere is tried again. */
const LONGEST_WAIT_S = 300
const PATIENCE_MS = 10_000

/** The jobs of the queue, as statements. */
export class Jobs {
  readonly #boss: PgBoss
  readonly #database: Database

  constructor(boss: PgBoss, database: Database) {
    this.#boss = boss
    this.#database = database
  }

  /** In the transaction of the append that made it necessary. A session that waits or runs already has its job. */
  async enqueue(connection: Connection, sessions: readonly SessionId[], tries = 0, waitS = 0): Promise<void> {
    const jobs = sessions.map((session, order) => ({
      data: { session, tries, order } satisfies JobData,
      singletonKey: session,
      ...(waitS > 0 && { startAfter: waitS }),
    }))
    await this.#boss.insert(QUEUE, jobs, { db: connection })
    await connection.run({ text: `SELECT pg_notify('${WORK_CHANNEL}', '')` })
  }

  /** Takes waiting jobs. */
  async take(most: number): Promise<readonly Job[]> {
    const taken = await this.#boss.fetch<JobData>(QUEUE, { batchSize: most })
    const inOrder = taken.toSorted((one, other) => (one.data.order ?? 0) - (other.data.order ?? 0))
    return this.#withSeq(inOrder.map(({ id, retryCount, data }) => ({ ...data, id, retryCount })))
  }

  /** Takes the job of one session, made if there is none. Undefined if somebody else has it. */
  async takeOne(session: SessionId): Promise<Job | undefined> {
    const activate = `
      UPDATE ${SCHEMA}.job SET state = 'active', started_on = now(), heartbeat_on = now(),
        retry_count = CASE WHEN started_on IS NOT NULL THEN retry_count + 1 ELSE retry_count END
      WHERE name = $1 AND singleton_key = $2 AND state < 'active' RETURNING id, retry_count AS "retryCount"`
    const [taken] = await this.#database.atomically(async (connection) => {
      const job = { data: { session } satisfies JobData, singletonKey: session }
      await this.#boss.insert(QUEUE, [job], { db: connection })
      return connection.run<{ id: string; retryCount: number }>({ text: activate, values: [QUEUE, session] })
    })
    return taken && (await this.#withSeq([{ session, ...taken }]))[0]
  }

  /** A heartbeat, which also starts the job's time limit again. Returns the ids of those jobs that still run here. */
  async touch(jobs: readonly Job[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.ask<{ id: string }>({
      text: `UPDATE ${SCHEMA}.job j SET heartbeat_on = now(), started_on = now() FROM unnest($2::uuid[], $3::int[]) AS a (id, attempt)
        WHERE j.name = $1 AND j.id = a.id AND j.retry_count = a.attempt AND j.state = 'active' RETURNING j.id`,
      values: [QUEUE, jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
    })
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * Ends a job. The session's row is locked first: what somebody appends at the same time is either seen here, or finds no
   * job and makes one. A session that has changed and still has something to do gets a new job, for any worker. One that
   * has not is left until it changes, or tried again, later each time.
   */
  async finish(job: Job, ifUnchanged: 'leave' | 'try again'): Promise<void> {
    const { id, retryCount, session, tries } = job
    const end = async (connection: Connection) => {
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

  async counts(): Promise<Counts> {
    const [row] = await this.#database.ask<Counts>({
      text: `SELECT count(*) FILTER (WHERE state = 'active') AS running, count(*) FILTER (WHERE state < 'active') AS waiting,
        coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after < now())), 0)::float8
        AS "oldestWaitingS" FROM ${SCHEMA}.job WHERE name = $1 AND state <= 'active'`,
      values: [QUEUE],
    })
    return row ?? { running: 0, waiting: 0, oldestWaitingS: 0 }
  }

  async #withSeq(
    jobs: readonly (JobData & { readonly id: string; readonly retryCount: number })[],
  ): Promise<readonly Job[]> {
    if (jobs.length === 0) return []
    const rows = await this.#database.ask<{ id: string; seq: number }>({
      text: 'SELECT id, seq FROM sessions WHERE id = ANY ($1)',
      values: [jobs.map(({ session }) => session)],
    })
    const seqs = new Map(rows.map(({ id, seq }) => [id, seq]))
    return jobs.map((job) => ({ ...job, tries: job.tries ?? 0, seq: seqs.get(job.session) ?? 0 }))
  }
}
