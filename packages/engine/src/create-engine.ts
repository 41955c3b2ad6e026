import {
  type Acceptance,
  type Command,
  createDomain,
  type Domain,
  type Refusal,
  type Session,
  type SessionId,
} from '@convene/domain'
import type { Engine, Feed, Resumption } from './engine.ts'
import { circuitBreakers } from './model/circuit-breaker.ts'
import { Conflict } from './ports/event-log.ts'
import type { Ports } from './ports/ports.ts'
import { Alarms } from './session/alarms.ts'
import { Followers } from './session/followers.ts'
import { type Changed, forkOf } from './session/fork.ts'
import { type Input, LiveSession, type Surroundings } from './session/live-session.ts'
import { load } from './session/load.ts'
import { isAtRest } from './session/reaction.ts'
import { notFound, recordCommand } from './session/record.ts'
import { loadResident, RecentStates, type Resident, snapshotIsDue, weightOf } from './session/resident.ts'
import { rowOf, wakeAtOf } from './session/row.ts'
import { Waiters } from './session/waiters.ts'

const LOOK_AGAIN_MS = 500

/** An engine on these ports. All its rules are in `domain`. */
export function createEngine(ports: Ports, domain: Domain = createDomain()): Engine {
  return new RunningEngine(ports, domain)
}

class RunningEngine implements Engine {
  readonly #ports: Ports
  readonly #domain: Domain
  readonly #followers: Followers
  readonly #around: Surroundings
  readonly #live = new Map<SessionId, LiveSession>()
  readonly #opening = new Map<SessionId, Promise<LiveSession | 'elsewhere'>>()
  readonly #leaving = new Map<SessionId, Promise<void>>()
  readonly #alarms: Alarms
  readonly #recent = new RecentStates()
  readonly #waiters = new Waiters()
  readonly #unwatch: () => void
  /** A single user may give any command. A host with several people decides that itself. */
  readonly refuses = async (): Promise<undefined> => undefined
  /** Nothing is opened any more: the engine is draining or closed. */
  #isOver = false

  constructor(ports: Ports, domain: Domain) {
    this.#ports = ports
    this.#domain = domain
    this.#followers = new Followers(ports)
    this.#around = {
      ports,
      domain,
      breakers: ports.circuits ?? circuitBreakers(ports.clock),
      followers: this.#followers,
      left: (session, why) => this.#leave(session, why),
    }
    this.#alarms = new Alarms(ports.clock, (session) => this.#wake(session))
    this.#unwatch = ports.log.watch((which) => void this.#changedOutside(which))
  }

  get live(): number {
    return this.#live.size
  }

  here(): readonly SessionId[] {
    return [...this.#live.keys()]
  }

  async send(session: SessionId, command: Command): Promise<Refusal | undefined> {
    const live = this.#live.get(session)
    if (!live) return this.#record(session, command)
    try {
      return await this.#give(live, command)
    } catch (error) {
      if (error instanceof Conflict) return this.#record(session, command)
      throw error
    }
  }

  async resume(session: SessionId, command?: Command): Promise<Resumption> {
    const live = this.#live.get(session) ?? (await this.#open(session))
    if (live === 'elsewhere')
      return { where: 'elsewhere', ...refusalOf(command && (await this.#record(session, command))) }
    return { where: 'here', ...refusalOf(await this.#give(live, command)) }
  }

  async rested(session: SessionId): Promise<Session> {
    await this.#opening.get(session)
    if (this.#live.has(session)) return this.#waiters.wait(session)
    await this.#leaving.get(session)
    for (;;) {
      const state = await load(this.#ports.log, this.#domain, session)
      if (isAtRest(this.#domain.next(state))) return state
      // Loaded again: the owner may have stored the end and left between the two checks.
      if (!(await this.#ports.ownership.owned(session))) return load(this.#ports.log, this.#domain, session)
      if (this.#live.has(session)) return this.#waiters.wait(session)
      await new Promise<void>((resolve) => this.#ports.clock.after(LOOK_AGAIN_MS, resolve))
    }
  }

  async state(session: SessionId): Promise<Session | undefined> {
    const state = this.#live.get(session)?.state ?? (await load(this.#ports.log, this.#domain, session))
    return state.seq > 0 ? state : undefined
  }

  follow(session: SessionId, after: number, feed: Feed): () => void {
    return this.#followers.add(session, after, feed, this.#live.get(session)?.said)
  }

  async fork(session: SessionId, at: number, fork: SessionId, changed?: Changed): Promise<Refusal | undefined> {
    const events = await this.#ports.log.read(session)
    const made = forkOf(this.#domain, events, { at, id: fork, now: this.#ports.clock.now(), changed })
    if (events.length === 0) return notFound(session)
    if (!made)
      return {
        code: 'bad_place',
        message: `There is nothing at ${at} in this session: it has events 1 to ${events.length}.`,
      }
    await this.#ports.log.append(fork, 0, made.events, rowOf(made.state, this.#domain.next(made.state)))
    return undefined
  }

  async drain(graceMs: number): Promise<void> {
    this.#isOver = true
    this.#alarms.end()
    const opening = [...this.#opening.values()].map((each) => each.catch(() => undefined))
    const leaving = [...this.#live.values()].map((live) => this.#waiters.wait(live.id).catch(() => undefined))
    for (const live of [...this.#live.values()]) live.drain(engineClosed())
    let cancel = () => {}
    const patience = new Promise<void>((resolve) => {
      cancel = this.#ports.clock.after(graceMs, resolve)
    })
    await Promise.race([Promise.all([...opening, ...leaving]), patience])
    cancel()
    await this.close()
  }

  async close(): Promise<void> {
    this.#isOver = true
    this.#unwatch()
    this.#followers.close()
    this.#alarms.end()
    const open = [...this.#live.values()]
    this.#live.clear()
    const closed = engineClosed()
    for (const live of open) live.drop(closed)
    this.#waiters.rejectAll(closed)
    const opening = [...this.#opening.values()].map((each) => each.catch(() => undefined))
    await Promise.all([...open.map((live) => live.lease.release()), ...this.#leaving.values(), ...opening])
  }

  async #record(session: SessionId, command: Command): Promise<Refusal | undefined> {
    const refusal = await recordCommand(this.#ports, this.#domain, session, command)
    this.#followers.refresh((id) => this.#live.has(id))
    await this.#opening.get(session)
    this.#live.get(session)?.refresh()
    return refusal
  }

  /** Handles a command for a session in this process. */
  #give(live: LiveSession, command: Command | undefined): Promise<Refusal | undefined> {
    return new Promise((resolve, reject) => {
      let refusal: Refusal | undefined
      const told: Input = {
        facts: (state, at) => {
          const acceptance = this.#accept(state, command, at)
          refusal = acceptance.refusal
          return acceptance.facts
        },
        done: () => resolve(refusal),
        failed: reject,
      }
      live.take(told)
    })
  }

  /** Decided on the newest state: a session that was being created exists by then. */
  #accept(state: Session, command: Command | undefined, at: number): Acceptance {
    if (state.seq === 0 && command?.type !== 'create') return { facts: [], refusal: notFound(state.id) }
    return command ? this.#domain.accept(state, command, at) : { facts: [] }
  }

  #open(session: SessionId): Promise<LiveSession | 'elsewhere'> {
    const opening = this.#opening.get(session) ?? this.#claim(session).finally(() => this.#opening.delete(session))
    this.#opening.set(session, opening)
    return opening
  }

  async #claim(session: SessionId): Promise<LiveSession | 'elsewhere'> {
    await this.#leaving.get(session)
    if (this.#isOver) throw engineClosed()
    const lease = await this.#ports.ownership.claim(session)
    if (lease === 'owned elsewhere') return 'elsewhere'
    const resident = await this.#foldOpen(session).catch(async (error) => {
      await lease.release()
      throw error
    })
    this.#alarms.cancel(session)
    const live = new LiveSession(this.#around, lease, resident)
    this.#live.set(session, live)
    this.#followers.refresh((id) => id !== session)
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
    const { log } = this.#ports
    const known = this.#recent.get(session)
    if (!known || (await log.head(session)) < known.state.seq) return loadResident(log, this.#domain, session)
    const events = await log.read(session, known.state.seq)
    const state = events.reduce((folded, event) => this.#domain.evolve(folded, event), known.state)
    return { ...known, state, characters: known.characters + weightOf(events) }
  }

  /** A session at rest leaves memory with its lease and buffers. Only an alarm stays, if it has a time to wake. */
  #leave(live: LiveSession, why?: unknown): void {
    if (this.#live.get(live.id) !== live) return
    this.#live.delete(live.id)
    // From now on another process publishes: its appends so far are in the log.
    if (why !== undefined) this.#followers.refresh((id) => id !== live.id)
    const leaving = this.#putAway(live, why).finally(() => this.#leaving.delete(live.id))
    this.#leaving.set(live.id, leaving)
    const waiters = this.#waiters.take(live.id)
    void leaving.then(() => {
      for (const waiter of waiters) {
        if (why === undefined) waiter.resolve(live.state)
        else if (why instanceof Conflict && !this.#isOver) this.rested(live.id).then(waiter.resolve, waiter.reject)
        else waiter.reject(why)
      }
    })
  }

  async #putAway(live: LiveSession, why: unknown): Promise<void> {
    const { state } = live
    const resident = await this.#snapshot(live.resident)
    if (why === undefined) this.#recent.keep(resident)
    await live.lease.release().catch((error) => this.#warn('release_failed', error, live.id))
    const wakeAt = wakeAtOf(this.#domain.next(state))
    if (wakeAt !== null) this.#alarms.set(live.id, wakeAt)
  }

  /** Without a snapshot the session only opens more slowly, so a failure must not keep its lease. */
  async #snapshot(resident: Resident): Promise<Resident> {
    if (!snapshotIsDue(resident)) return resident
    const { state } = resident
    try {
      await this.#ports.log.keep(state.id, { version: this.#domain.version, seq: state.seq, state })
      return { ...resident, snapshotSeq: state.seq }
    } catch (error) {
      this.#warn('snapshot_failed', error, state.id)
      return resident
    }
  }

  #warn(code: string, error: unknown, session: SessionId): void {
    this.#ports.telemetry.log('warn', code, String(error), { session })
  }

  async #wake(session: SessionId): Promise<void> {
    try {
      await this.resume(session)
    } catch (error) {
      if (!this.#isOver) this.#warn('wake_failed', error, session)
      throw error
    }
  }

  /** A command from another process is in the log: the owner sees it and reconciles, and followers receive it. */
  async #changedOutside(which?: ReadonlySet<SessionId>): Promise<void> {
    this.#followers.refresh((id) => this.#live.has(id) || which?.has(id) === false)
    const changed = which ? [...which].flatMap((id) => this.#live.get(id) ?? []) : [...this.#live.values()]
    for (const live of changed) if (await this.#isBehind(live)) live.refresh()
  }

  async #isBehind({ id, state }: LiveSession): Promise<boolean> {
    const head = await this.#ports.log.head(id).catch(() => Number.POSITIVE_INFINITY)
    return head > state.seq
  }
}

const engineClosed = (): Conflict => new Conflict('the engine was closed')

const refusalOf = (refusal: Refusal | undefined): { readonly refusal?: Refusal } => (refusal ? { refusal } : {})
