import type { SessionId } from '@convene/domain'
import type { Database } from '../database/database.ts'
import { type Listener, listen } from '../database/listen.ts'
import type { PostgresOwnership } from '../ownership/postgres-ownership.ts'
import { type Job, type Jobs, WORK_CHANNEL } from './jobs.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { HEARTBEAT_TIMEOUT_S } from './queue.ts'

/** New work is announced. Looking finds what was not heard, and jobs that are tried again. */
const LOOK_MS = 1_000
const TIMERS_MS = 1_000
/** How many sessions are taken at once: otherwise the first worker takes everything before the next one looks. */
const MOST_AT_ONCE = 8
/** A process that has just lost the database judges nobody: the others could not reach it either. */
const CALM_MS = 4_000
/** After a restart of the database, every worker has time for a heartbeat, also on a busy machine. */
const SETTLED_S = HEARTBEAT_TIMEOUT_S + 2
/** A due session that nothing came of is tried again after this. */
const PATIENT_MS = 60_000

export type PumpOptions = {
  readonly database: Database
  readonly jobs: Jobs
  readonly ownership: PostgresOwnership
  now(): number
  /** As the port `Work` says. */
  run(session: SessionId): Promise<void>
  readonly capacity: number
}

/** Takes sessions that have something to do, as many as fit, and wakes those whose time has come. */
export class Pump {
  readonly #options: PumpOptions
  readonly #looking = oneAtATime(() => this.#guarded(() => this.#look()))
  readonly #ticking = oneAtATime(() => this.#guarded(() => this.#tick()))
  /** Due sessions that were given a job, for the time at which they were due. */
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
    // Without it, looking now and then finds everything, only later.
    this.#listener = listen(options.database, WORK_CHANNEL, () => void this.#looking()).catch(() => undefined)
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

  /** A job that its session's lease did not end is ended here. */
  async #work(job: Job): Promise<void> {
    const { ownership, run } = this.#options
    const how = this.#isOver
      ? 'try again'
      : await run(job.session).then(
          () => 'leave' as const,
          () => 'try again' as const,
        )
    // If this cannot be stored either, the job is given to somebody else once its heartbeat is missing.
    await ownership.end(job, how).catch(() => this.missed())
    this.#running -= 1
    void this.#looking()
  }

  async #tick(): Promise<void> {
    // A machine that slept, or a process that hung: it has not heard the others for as long.
    if (performance.now() - this.#lastTick > CALM_MS) this.missed()
    this.#lastTick = performance.now()
    await this.#wakeDue()
    if (performance.now() - this.#calmSince <= CALM_MS) return
    this.#isSettled ||= await this.#options.jobs.isUpFor(SETTLED_S)
    if (this.#isSettled) await this.#options.jobs.reassignLost()
  }

  /** Gives a job to sessions that are due and that nobody works on. */
  async #wakeDue(): Promise<void> {
    const { database, jobs, now } = this.#options
    const at = now()
    for (const [session, { since }] of this.#tried) if (at - since > PATIENT_MS) this.#tried.delete(session)
    const tried = [...this.#tried]
    // Left out before the limit: otherwise 200 sessions that nothing comes of would stop the timers of all others.
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
