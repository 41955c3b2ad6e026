import type { SessionId } from '@convene/domain'
import type { Database } from '../database/database.ts'
import { type Listener, listen } from '../database/listen.ts'
import type { PostgresOwnership } from '../ownership/postgres-ownership.ts'
import { type Jobs, WORK_CHANNEL } from './jobs.ts'
import { oneAtATime } from './one-at-a-time.ts'

const LOOK_MS = 500
const TIMERS_MS = 1_000
/** How many sessions are taken at once: otherwise the first worker takes everything before the next one looks. */
const MOST_AT_ONCE = 8
/** A process that has just lost the database judges nobody: the others could not reach it either. */
const CALM_MS = 4_000
/** A due session that nothing came of is tried again after this. */
const PATIENT_MS = 60_000

export type PumpOptions = {
  readonly database: Database
  readonly jobs: Jobs
  readonly ownership: PostgresOwnership
  now(): number
  /** Continues a session whose job this process has. Resolves when it is open, or rejects. */
  resume(session: SessionId): Promise<unknown>
  /** Something went wrong with a session, or with the database. */
  failed(error: unknown, session?: SessionId): void
}

/** Takes sessions that have something to do, as many as fit, and wakes those whose time has come. */
export class Pump {
  readonly #options: PumpOptions
  readonly #looking = oneAtATime(() => this.#guarded(() => this.#look()))
  readonly #ticking = oneAtATime(() => this.#guarded(() => this.#tick()))
  readonly #tried = new Map<SessionId, number>()
  #timers: readonly NodeJS.Timeout[] = []
  #listener: Listener | undefined
  #isOver = false
  #calmSince = performance.now()
  #lastTick = performance.now()

  constructor(options: PumpOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#listener = await listen(this.#options.database, WORK_CHANNEL, () => void this.#looking())
    this.#timers = [setInterval(this.#looking, LOOK_MS), setInterval(this.#ticking, TIMERS_MS)]
    for (const timer of this.#timers) timer.unref()
    void this.#looking()
  }

  /** The database did not answer. */
  missed(): void {
    this.#calmSince = performance.now()
  }

  /** Takes nothing new from now on. */
  async stop(): Promise<void> {
    this.#isOver = true
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([this.#listener?.close(), this.#looking.ended(), this.#ticking.ended()])
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      if (!this.#isOver) await work()
    } catch (error) {
      this.missed()
      if (!this.#isOver) this.#options.failed(error)
    }
  }

  async #look(): Promise<void> {
    const { jobs, ownership } = this.#options
    const most = Math.min(ownership.free, MOST_AT_ONCE)
    if (most <= 0) return
    const taken = await jobs.take(most)
    for (const job of taken) {
      ownership.add(job)
      void this.#begin(job.session)
    }
    if (taken.length === most) setImmediate(this.#looking)
  }

  async #begin(session: SessionId): Promise<void> {
    const { ownership, resume, failed } = this.#options
    try {
      if (this.#isOver) await ownership.release(session)
      else await resume(session)
    } catch (error) {
      failed(error, session)
      await ownership.release(session).catch((failure) => failed(failure, session))
    }
  }

  async #tick(): Promise<void> {
    // A machine that slept, or a process that hung: it has not heard the others for as long.
    if (performance.now() - this.#lastTick > CALM_MS) this.missed()
    this.#lastTick = performance.now()
    await this.#wakeDue()
    if (performance.now() - this.#calmSince > CALM_MS) await this.#options.jobs.judge()
  }

  /** Gives a job to sessions that are due and that nobody works on. */
  async #wakeDue(): Promise<void> {
    const { database, jobs, now } = this.#options
    const at = now()
    for (const [session, since] of this.#tried) if (at - since > PATIENT_MS) this.#tried.delete(session)
    const due = await database.ask<{ id: SessionId }>({
      text: 'SELECT id FROM sessions WHERE wake_at <= $1 ORDER BY wake_at LIMIT 200',
      values: [at],
    })
    const fresh = due.map(({ id }) => id).filter((id) => !this.#tried.has(id))
    if (fresh.length === 0) return
    await database.atomically((connection) => jobs.enqueue(connection, fresh))
    for (const session of fresh) this.#tried.set(session, at)
  }
}
