import type { Domain, Session, SessionId } from '@convene/domain'
import { circuitBreakers } from '../model/circuit-breaker.ts'
import { LogConflict } from '../ports/event-log.ts'
import type { Ports } from '../ports/ports.ts'
import { Alarms } from './alarms.ts'
import type { Followers } from './followers.ts'
import { wakeAtOf } from './list-row.ts'
import { type LiveContext, LiveSession } from './live-session.ts'
import { loadResident, RecentStates, type Resident, snapshotIsDue, weightOf } from './resident.ts'
import { Waiters } from './waiters.ts'

/** What the engine does for the sessions in memory. */
export type ResidencyOptions = {
  readonly ports: Ports
  readonly domain: Domain
  readonly followers: Followers
  /** Continues a resting session whose time has come. */
  wake(session: SessionId): Promise<unknown>
  /** Resolves when the session rests, in whichever process: for callers who waited here when it was taken over. */
  restedElsewhere(session: SessionId): Promise<Session>
}

/**
 * The sessions in this process's memory. One is opened with a lease, so that no other process opens it, and leaves when
 * it is at rest.
 */
export class Residency {
  readonly #options: ResidencyOptions
  readonly #around: LiveContext
  readonly #live = new Map<SessionId, LiveSession>()
  readonly #opening = new Map<SessionId, Promise<LiveSession | 'elsewhere'>>()
  readonly #leaving = new Map<SessionId, Promise<void>>()
  readonly #alarms: Alarms
  readonly #recent = new RecentStates()
  readonly #waiters = new Waiters()
  /** Nothing is opened any more: the engine is draining or closed. */
  #isOver = false

  constructor(options: ResidencyOptions) {
    const { ports, domain, followers } = options
    this.#options = options
    this.#around = {
      ports,
      domain,
      breakers: ports.circuits ?? circuitBreakers(ports.clock),
      followers,
      left: (session, why) => this.#leave(session, why),
    }
    this.#alarms = new Alarms(ports.clock, (session) => this.#wake(session))
  }

  get live(): ReadonlyMap<SessionId, LiveSession> {
    return this.#live
  }

  /** Resolves when the session is in memory, if it is being opened. */
  opened(session: SessionId): Promise<unknown> | undefined {
    return this.#opening.get(session)
  }

  /** Resolves when the session has left memory, if it is leaving. */
  gone(session: SessionId): Promise<void> | undefined {
    return this.#leaving.get(session)
  }

  /** The state of any session: the one in memory, or the log folded, from a cached state if it rested here recently. */
  async state(session: SessionId): Promise<Session> {
    return this.#live.get(session)?.state ?? (await this.#fold(session)).state
  }

  /** Resolves with the state of a session in memory when it leaves at rest. */
  rested(session: SessionId): Promise<Session> {
    return this.#waiters.wait(session)
  }

  open(session: SessionId): Promise<LiveSession | 'elsewhere'> {
    const opening = this.#opening.get(session) ?? this.#claim(session).finally(() => this.#opening.delete(session))
    this.#opening.set(session, opening)
    return opening
  }

  /** Lets running calls end, for as long as the grace period, and opens nothing more. */
  async drain(graceMs: number): Promise<void> {
    this.#isOver = true
    this.#alarms.end()
    const opening = [...this.#opening.values()].map((each) => each.catch(() => undefined))
    const leaving = [...this.#live.values()].map((live) => this.#waiters.wait(live.id).catch(() => undefined))
    for (const live of [...this.#live.values()]) live.drain(engineClosed())
    let cancel = () => {}
    const patience = new Promise<void>((resolve) => {
      cancel = this.#options.ports.clock.after(graceMs, resolve)
    })
    await Promise.race([Promise.all([...opening, ...leaving]), patience])
    cancel()
  }

  /** Drops every session and releases its lease. */
  async close(): Promise<void> {
    this.#isOver = true
    this.#alarms.end()
    const open = [...this.#live.values()]
    this.#live.clear()
    const closed = engineClosed()
    for (const live of open) live.drop(closed)
    this.#waiters.rejectAll(closed)
    const opening = [...this.#opening.values()].map((each) => each.catch(() => undefined))
    await Promise.all([...open.map((live) => live.lease.release()), ...this.#leaving.values(), ...opening])
  }

  async #claim(session: SessionId): Promise<LiveSession | 'elsewhere'> {
    await this.#leaving.get(session)
    if (this.#isOver) throw engineClosed()
    const lease = await this.#options.ports.ownership.claim(session)
    if (lease === 'owned elsewhere') return 'elsewhere'
    const resident = await this.#foldOpen(session).catch(async (error) => {
      await lease.release()
      throw error
    })
    this.#alarms.cancel(session)
    const live = new LiveSession(this.#around, lease, resident)
    this.#live.set(session, live)
    this.#options.followers.refresh((id) => id !== session)
    return live
  }

  /** A session opened while the engine closes would never be released. */
  async #foldOpen(session: SessionId): Promise<Resident> {
    const resident = await this.#fold(session)
    if (this.#isOver) throw engineClosed()
    return resident
  }

  /**
   * The state of a session, starting from a cached one if it rested here recently. If the log is shorter than that, the
   * session was deleted.
   */
  async #fold(session: SessionId): Promise<Resident> {
    const { log } = this.#options.ports
    const known = this.#recent.get(session)
    if (!known || (await log.head(session)) < known.state.seq) return loadResident(log, this.#options.domain, session)
    const events = await log.read(session, known.state.seq)
    const state = events.reduce((folded, event) => this.#options.domain.evolve(folded, event), known.state)
    return { ...known, state, characters: known.characters + weightOf(events) }
  }

  /** A session at rest leaves memory with its lease and buffers. Only an alarm stays, if it has a time to wake. */
  #leave(live: LiveSession, why?: unknown): void {
    if (this.#live.get(live.id) !== live) return
    this.#live.delete(live.id)
    // From now on another process publishes: its appends so far are in the log.
    if (why !== undefined) this.#options.followers.refresh((id) => id !== live.id)
    const leaving = this.#putAway(live, why).finally(() => this.#leaving.delete(live.id))
    this.#leaving.set(live.id, leaving)
    const waiters = this.#waiters.take(live.id)
    void leaving.then(() => {
      for (const waiter of waiters) {
        if (why === undefined) waiter.resolve(live.state)
        else if (why instanceof LogConflict && !this.#isOver)
          this.#options.restedElsewhere(live.id).then(waiter.resolve, waiter.reject)
        else waiter.reject(why)
      }
    })
  }

  async #putAway(live: LiveSession, why: unknown): Promise<void> {
    const { state } = live
    const resident = await this.#snapshot(live.resident)
    if (why === undefined) this.#recent.keep(resident)
    await live.lease.release().catch((error) => this.#warn('release_failed', error, live.id))
    const wakeAt = wakeAtOf(this.#options.domain.next(state))
    if (wakeAt !== null) this.#alarms.set(live.id, wakeAt)
  }

  /** Without a snapshot the session only opens more slowly, so a failure must not keep its lease. */
  async #snapshot(resident: Resident): Promise<Resident> {
    if (!snapshotIsDue(resident)) return resident
    const { state } = resident
    try {
      await this.#options.ports.log.keep(state.id, { version: this.#options.domain.version, seq: state.seq, state })
      return { ...resident, snapshotSeq: state.seq }
    } catch (error) {
      this.#warn('snapshot_failed', error, state.id)
      return resident
    }
  }

  #warn(code: string, error: unknown, session: SessionId): void {
    this.#options.ports.telemetry.log('warn', code, String(error), { session })
  }

  async #wake(session: SessionId): Promise<void> {
    try {
      await this.#options.wake(session)
    } catch (error) {
      if (!this.#isOver) this.#warn('wake_failed', error, session)
      throw error
    }
  }
}

const engineClosed = (): LogConflict => new LogConflict('the engine was closed')
