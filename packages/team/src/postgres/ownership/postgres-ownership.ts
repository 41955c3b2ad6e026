import type { SessionId } from '@convene/domain'
import type { Lease, Ownership } from '@convene/engine'
import type { Jobs, Owner, QueuedJob } from '../work/jobs.ts'
import { oneAtATime } from '../work/one-at-a-time.ts'

const BEAT_MS = 2_000

export type PostgresOwnershipOptions = {
  readonly jobs: Jobs
  /** How many sessions this process works on at once. 0: it leaves them all to workers. */
  readonly capacity: number
  /** The database did not answer a heartbeat. */
  missed?(error: unknown): void
}

/** The running jobs of this process. The process that has a session's job owns the session. */
export class PostgresOwnership implements Ownership {
  readonly #jobs: Jobs
  readonly #capacity: number
  readonly #running = new Map<SessionId, QueuedJob>()
  readonly #leases = new Map<SessionId, Lease>()
  readonly #beats: NodeJS.Timeout

  constructor({ jobs, capacity, missed }: PostgresOwnershipOptions) {
    this.#jobs = jobs
    this.#capacity = capacity
    const beat = oneAtATime(() => this.#beat().catch((error) => missed?.(error)))
    this.#beats = setInterval(beat, BEAT_MS)
    this.#beats.unref()
  }

  /** How many more sessions fit. */
  get free(): number {
    return this.#capacity - this.#running.size
  }

  get size(): number {
    return this.#running.size
  }

  async claim(session: SessionId, when?: 'even if full'): Promise<Lease | 'owned elsewhere'> {
    const known = this.#running.get(session)
    if (known) return this.#leaseOf(known)
    if (this.free <= 0 && when !== 'even if full') return 'owned elsewhere'
    const job = await this.#jobs.takeOne(session)
    if (!job) return 'owned elsewhere'
    this.add(job)
    return this.#leaseOf(job)
  }

  /** A process that takes no work itself waits for a worker to begin. */
  async owned(session: SessionId): Promise<boolean> {
    const state = await this.#jobs.stateOf(session)
    return state === 'running' || (state === 'waiting' && this.#capacity === 0)
  }

  /** The process that works on a session, and the address where other servers reach it. */
  ownerOf(session: SessionId): Promise<Owner | undefined> {
    return this.#jobs.ownerOf(session)
  }

  /** Takes over a job that was fetched for this process: `claim` succeeds now. */
  add(job: QueuedJob): void {
    this.#running.set(job.session, job)
  }

  has(session: SessionId): boolean {
    return this.#running.has(session)
  }

  /** Ends a job, unless it has already ended. */
  async end(job: QueuedJob, ifUnchanged: 'leave' | 'try again'): Promise<void> {
    const { session } = job
    if (this.#running.get(session) !== job) return
    this.#running.delete(session)
    this.#leases.delete(session)
    await this.#jobs.finish(job, ifUnchanged)
  }

  async close(): Promise<void> {
    clearInterval(this.#beats)
    await Promise.allSettled([...this.#running.values()].map((job) => this.end(job, 'try again')))
  }

  /** A session's newest lease counts. */
  #leaseOf(job: QueuedJob): Lease {
    const { session } = job
    const counts = () => this.#leases.get(session) === lease && this.#running.get(session) === job
    const lease: Lease = {
      held: async () => counts() && (await this.#jobs.touch([job])).has(job.id),
      release: async () => {
        if (counts()) await this.end(job, 'try again')
      },
    }
    this.#leases.set(session, lease)
    return lease
  }

  /** A job that another process has taken is forgotten. If the database does not answer, nobody can know. */
  async #beat(): Promise<void> {
    const mine = [...this.#running.values()]
    if (mine.length === 0) return
    const still = await this.#jobs.touch(mine)
    for (const job of mine)
      if (!still.has(job.id) && this.#running.get(job.session) === job) this.#running.delete(job.session)
  }
}
