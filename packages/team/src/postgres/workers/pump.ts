import type { SessionId } from '@convene/domain'
import type { PostgresDatabase } from '../database/database.ts'
import { type Listener, listenOn } from '../database/listen.ts'
import type { PostgresOwnership } from '../ownership/postgres-ownership.ts'
import { type Jobs, type QueuedJob, WORK_CHANNEL } from '../work/jobs.ts'
import { oneAtATime } from '../work/one-at-a-time.ts'
import { HEARTBEAT_TIMEOUT_S } from '../work/queue.ts'

/** New work is announced. Polling finds missed announcements, and jobs to be retried. */
const LOOK_MS = 1_000
const TIMERS_MS = 1_000
/** How many sessions are taken at once: otherwise the first worker takes everything before the next one looks. */
const MOST_AT_ONCE = 8
/** A process that has just lost the database declares nobody dead: the others could not reach it either. */
const CALM_MS = 4_000
/** After a database restart, every worker has time for a heartbeat, even on a busy machine. */
const SETTLED_S = HEARTBEAT_TIMEOUT_S + 2
/** A due session that made no progress is retried after this. */
const PATIENT_MS = 60_000

export type PumpOptions = {
  readonly database: PostgresDatabase
  readonly jobs: Jobs
  readonly ownership: PostgresOwnership
  now(): number
  /** See the port `Work`. */
  run(session: SessionId): Promise<void>
  readonly capacity: number
}

/** Takes sessions that have something to do, as many as fit, and wakes those that are due. */
export class Pump {
  readonly #options: PumpOptions
  readonly #looking = oneAtATime(() => this.#guarded(() => this.#look()))
  readonly #ticking = oneAtATime(() => this.#guarded(() => this.#tick()))
  /** Due sessions that were given a job, with the time at which they were due. */
  readonly #tried = new Map<SessionId, { readonly wakeAt: number; readonly since: number }>()
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #listener: Promise<Listener | undefined>
  #running = 0
  #isOver = false
  #calmSince = performance.now()
  /** The database has not just restarted. */
  #isSettled = false
  #lastTick = performance.now()

  constructor(options: PumpOptions) {
    this.#options = options
    // Without it, polling finds everything, only later.
    this.#listener = listenOn(options.database, WORK_CHANNEL, () => void this.#looking()).catch(() => undefined)
    this.#timers = [setInterval(this.#looking, LOOK_MS), setInterval(this.#ticking, TIMERS_MS)]
    for (const timer of this.#timers) timer.unref()
    void this.#ticking()
    void this.#looking()
  }

  /** The database did not answer. */
  missed(): void {
    this.#calmSince = performance.now()
    this.#isSettled = false
  }

  /** Takes nothing new from now on. */
  async stop(): Promise<void> {
    this.#isOver = true
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([(await this.#listener)?.close(), this.#looking.ended(), this.#ticking.ended()])
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      if (!this.#isOver) await work()
    } catch {
      // The next look finds what this one did not.
      this.missed()
    }
  }

  async #look(): Promise<void> {
    const { jobs, ownership, capacity } = this.#options
    const most = Math.min(capacity - this.#running, ownership.free, MOST_AT_ONCE)
    if (most <= 0) return
    const taken = await jobs.take(most)
    for (const job of taken) {
      ownership.add(job)
      this.#running += 1
      void this.#work(job)
    }
    if (taken.length === most) setImmediate(this.#looking)
  }

  /** Ends a job that its session's lease did not end. */
  async #work(job: QueuedJob): Promise<void> {
    const { ownership, run } = this.#options
    const how = this.#isOver
      ? 'try again'
      : await run(job.session).then(
          () => 'leave' as const,
          () => 'try again' as const,
        )
    // If this cannot be stored either, another process gets the job once its heartbeat is missing.
    await ownership.end(job, how).catch(() => this.missed())
    this.#running -= 1
    void this.#looking()
  }

  async #tick(): Promise<void> {
    // The machine slept, or the process hung: it has not heard from the others for as long.
    if (performance.now() - this.#lastTick > CALM_MS) this.missed()
    this.#lastTick = performance.now()
    await this.#wakeDue()
    if (performance.now() - this.#calmSince <= CALM_MS) return
    this.#isSettled ||= await this.#options.jobs.isUpFor(SETTLED_S)
    if (this.#isSettled) await this.#options.jobs.reassignLost()
  }

  /** Gives a job to due sessions that nobody works on. */
  async #wakeDue(): Promise<void> {
    const { database, jobs, now } = this.#options
    const at = now()
    for (const [session, { since }] of this.#tried) if (at - since > PATIENT_MS) this.#tried.delete(session)
    const tried = [...this.#tried]
    // Left out before the limit: otherwise 200 sessions without progress would block all other timers.
    const due = await database.ask<{ id: SessionId; wakeAt: number }>({
      text: `SELECT id, wake_at AS "wakeAt" FROM sessions s WHERE wake_at <= $1 AND NOT EXISTS (
          SELECT FROM unnest($2::text[], $3::bigint[]) AS t (id, wake_at) WHERE t.id = s.id AND t.wake_at = s.wake_at
        ) ORDER BY wake_at LIMIT 200`,
      values: [at, tried.map(([id]) => id), tried.map(([, { wakeAt }]) => wakeAt)],
    })
    if (due.length === 0) return
    const sessions = due.map(({ id }) => id)
    await database.atomically((connection) => jobs.enqueue(connection, sessions))
    for (const { id, wakeAt } of due) this.#tried.set(id, { wakeAt, since: at })
  }
}
