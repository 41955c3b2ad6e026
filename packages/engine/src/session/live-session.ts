import {
  type ChainHead,
  type Domain,
  type EffectKey,
  type Event,
  fact,
  type Session,
  type SessionId,
  type Step,
} from '@convene/domain'
import { headAt } from '../evidence/with-evidence.ts'
import type { CircuitBreakers } from '../ports/circuits.ts'
import { LogConflict, type StorageFailure } from '../ports/event-log.ts'
import type { Lease } from '../ports/ownership.ts'
import type { Ports } from '../ports/ports.ts'
import type { LiveText } from '../ports/text-elsewhere.ts'
import { clockJumps } from './clock-jump.ts'
import type { Followers } from './followers.ts'
import { rowOf } from './list-row.ts'
import { Performer } from './performer.ts'
import { dueNext, type Incoming, isAtRest, type Reaction, react } from './reaction.ts'
import { type Resident, weightOf } from './resident.ts'
import { StorageRetry } from './storage-retry.ts'

const LONGEST_ALARM_MS = 30_000
/** Consecutive conflicting appends before giving up. */
const MOST_CONFLICTS = 100
/** An input. `done` is called when its facts are durable, `failed` if they never will be. */
export type SessionInput = { readonly facts: Incoming; done?(): void; failed?(error: unknown): void }

/** What a session does after a reaction. `drained`: it could continue, but not here. */
type Advance = 'runs' | 'rests' | 'drained'

export type LiveContext = {
  readonly ports: Ports
  readonly domain: Domain
  readonly followers: Followers
  readonly breakers: CircuitBreakers
  /** The session leaves memory: it is at rest, was taken over, or cannot be stored. Called once. */
  left(session: LiveSession, why?: unknown): void
}

/**
 * A session in memory, owned by this process: handles inputs, records what follows, and keeps the wanted effects
 * running.
 */
export class LiveSession {
  readonly #around: LiveContext
  readonly #performer: Performer
  readonly #storage: StorageRetry
  readonly lease: Lease
  #state: Session
  #characters: number
  readonly #snapshotSeq: number
  #inputs: SessionInput[] = []
  #phase: 'waiting' | 'driving' | 'gone' = 'waiting'
  #stale = false
  #conflicts = 0
  /** Intents recorded by another process: they do not run here. */
  #foreign: ReadonlySet<EffectKey>
  #recovers = true
  #cancelAlarm = () => {}
  readonly #jumped: () => number | undefined
  /** Why it starts nothing more and leaves once nothing runs. */
  #drains: unknown

  constructor(around: LiveContext, lease: Lease, { state, characters, snapshotSeq }: Resident) {
    this.#around = around
    this.lease = lease
    this.#state = state
    this.#characters = characters
    this.#snapshotSeq = snapshotSeq
    this.#foreign = new Set(Object.keys(state.started) as EffectKey[])
    around.ports.telemetry.opened?.(state)
    const { clock } = around.ports
    this.#jumped = clockJumps(clock)
    this.#storage = new StorageRetry(clock, (failure) => this.#tell(failure))
    this.#performer = new Performer({
      ports: around.ports,
      domain: around.domain,
      breakers: around.breakers,
      onDelta: (effect, kind, text) => {
        if (!this.#isSealed(effect)) around.followers.delta(state.id, { effect, kind, text })
      },
      onEnd: (effect, outcome) => this.take({ facts: (newest) => around.domain.absorb(newest, effect, outcome) }),
    })
  }

  get id(): SessionId {
    return this.#state.id
  }

  get state(): Session {
    return this.#state
  }

  get resident(): Resident {
    return { state: this.#state, characters: this.#characters, snapshotSeq: this.#snapshotSeq }
  }

  #isSealed(effect: EffectKey): boolean {
    return this.#around.domain.isSealed(this.#state, effect)
  }

  /** The text of the running calls so far, unless it is sealed. */
  get said(): readonly LiveText[] {
    return this.#performer.partials.filter(({ effect }) => !this.#isSealed(effect))
  }

  /**
   * Queues inputs. All waiting inputs are handled together, in one reaction. While storage fails, an input triggers an
   * immediate retry: a stop must not wait for the next one if storage works again.
   */
  take(...inputs: readonly SessionInput[]): void {
    if (this.#phase === 'gone') {
      for (const input of inputs) input.failed?.(new LogConflict('the session left this process'))
      return
    }
    this.#inputs.push(...inputs)
    this.#storage.wake()
    if (this.#phase === 'waiting') void this.#drive()
  }

  /** Another process has appended something: read it before the next reaction. */
  refresh(): void {
    this.#stale = true
    this.take({ facts: () => [] })
  }

  /** Starts nothing more. Leaves once running work has ended and is recorded. */
  drain(why: unknown): void {
    this.#drains = why
    this.take({ facts: () => [] })
  }

  /** Releases the session silently: running work is aborted and not recorded. */
  drop(why: unknown): void {
    if (this.#phase === 'gone') return
    this.#phase = 'gone'
    this.#cancelAlarm()
    this.#storage.end()
    this.#performer.drop()
    for (const input of this.#inputs.splice(0)) input.failed?.(why)
  }

  async #drive(): Promise<void> {
    this.#phase = 'driving'
    let state: Advance = 'runs'
    try {
      while (this.#inputs.length > 0 && this.#phase === 'driving') {
        if (this.#stale) await this.#catchUp()
        state = await this.#advanceWith([...this.#jump(), ...this.#recovery(), ...this.#inputs.splice(0)])
      }
    } catch (error) {
      this.drop(error)
      return this.#around.left(this, error)
    }
    if (this.#phase !== 'driving') return
    this.#phase = 'waiting'
    if (state === 'runs') return
    this.#phase = 'gone'
    this.#cancelAlarm()
    this.#performer.drop()
    this.#around.left(this, state === 'drained' ? this.#drains : undefined)
  }

  async #advanceWith(inputs: readonly SessionInput[]): Promise<Advance> {
    try {
      return await this.#advance(inputs)
    } catch (error) {
      for (const input of inputs) input.failed?.(error)
      throw error
    }
  }

  /** One reaction, one append. Then it is shown, then acknowledged. */
  async #advance(inputs: readonly SessionInput[]): Promise<Advance> {
    const { ports, followers } = this.#around
    const first = this.#react(inputs)
    const reaction = this.#ends(first) ? await this.#withHead(inputs) : first
    if (onlyLooks(reaction) && !isAwaited(inputs) && (await this.#look(reaction, inputs))) return 'runs'
    if (reaction.batch.length > 0) {
      if (!(await this.#store(reaction, inputs))) return 'runs'
      followers.publish(this.id, reaction.batch)
      ports.telemetry.recorded(reaction.batch)
    }
    this.#state = reaction.state
    this.#characters += weightOf(reaction.batch)
    for (const input of inputs) input.done?.()
    if (this.#phase === 'gone') return 'runs'
    this.#performer.reconcile(reaction.state, reaction.step.want, reaction.starting)
    this.#setAlarm(reaction.step)
    if (isAtRest(reaction.step) && !this.#performer.isBusy) return 'rests'
    return this.#drains !== undefined && this.#performer.isIdle ? 'drained' : 'runs'
  }

  /** The end of a run says where the chain is. That is read only then, and the reaction computed once more. */
  async #withHead(inputs: readonly SessionInput[]): Promise<Reaction> {
    const head = await this.#insist(() => headAt(this.#around.ports, this.#state))
    return this.#react(inputs, head)
  }

  #ends({ batch }: Reaction): boolean {
    return this.#around.ports.evidence !== undefined && batch.some(({ type }) => type === 'run.finished')
  }

  #react(inputs: readonly SessionInput[], head?: ChainHead): Reaction {
    const { ports, domain } = this.#around
    const incoming = inputs.map(({ facts }) => facts)
    return react(domain, this.#state, { at: ports.clock.now(), drains: this.#drains !== undefined, head }, incoming)
  }

  /**
   * Inspecting what a call would touch changes nothing and shows nothing, so it may precede the append: the answer, the
   * permission and the intent to run the tool become one commit instead of two. True if there is more to react to now.
   */
  async #look({ state, starting }: Reaction, inputs: readonly SessionInput[]): Promise<boolean> {
    await this.#performer.look(state, starting)
    if (this.#phase === 'gone') throw new LogConflict('the session left this process')
    if (this.#inputs.length === 0) return false
    this.#inputs.unshift(...inputs)
    return true
  }

  /** True if the reaction is durable, false if it must be recomputed after someone else's append. */
  async #store({ state, batch, step }: Reaction, inputs: readonly SessionInput[]): Promise<boolean> {
    const { log } = this.#around.ports
    try {
      await this.#insist(() => log.append(this.id, this.#state.seq, batch, rowOf(state, step)))
      this.#conflicts = 0
      return true
    } catch (error) {
      this.#conflicts += 1
      // If the log claims more events than can be read, this would retry forever.
      if (this.#conflicts > MOST_CONFLICTS) throw error
      if (!(error instanceof LogConflict) || !(await this.#insist(() => this.lease.held()))) throw error
      this.#stale = true
      this.#inputs.unshift(...inputs)
      return false
    }
  }

  /** Retries while storage fails. A session that is not stored yet fails immediately. */
  #insist<T>(work: () => Promise<T>): Promise<T> {
    return this.#state.seq === 0 ? work() : this.#storage.insist(work)
  }

  #tell(failure: StorageFailure): void {
    this.#around.ports.telemetry.log('error', failure.code, failure.message, { session: this.id })
    this.#around.followers.trouble(this.id, failure)
  }

  /**
   * Reads what others appended. Commands may come from anyone, but calls started by another process mean two owners.
   */
  async #catchUp(): Promise<void> {
    const { log } = this.#around.ports
    this.#stale = false
    const events = await this.#insist(() => log.read(this.id, this.#state.seq))
    if (events.length === 0) return
    const started = events.flatMap(startedBy)
    // Intents found on opening and not yet declared lost must stay: if dropped here, they would be awaited forever.
    this.#foreign = new Set([...(this.#recovers ? this.#foreign : []), ...started])
    this.#recovers ||= started.length > 0
    if (started.length > 0 && !(await this.#insist(() => this.lease.held())))
      throw new LogConflict('another process took the session over')
    this.#state = events.reduce((state, event) => this.#around.domain.evolve(state, event), this.#state)
    this.#characters += weightOf(events)
    this.#around.followers.publish(this.id, events)
  }

  /** Calls that another process started and did not end are lost once this process owns the session. */
  #recovery(): readonly SessionInput[] {
    const recovers = this.#recovers && this.#state.seq > 0
    this.#recovers = false
    if (!recovers) return []
    const foreign = this.#foreign
    const lost = (state: Session): Session => ({
      ...state,
      started: Object.fromEntries(Object.entries(state.started).filter(([key]) => foreign.has(key as EffectKey))),
    })
    return [{ facts: (state, at) => this.#around.domain.recover(lost(state), at) }]
  }

  /** The machine slept or its clock was set. Handled as an input, so that a conflict does not lose it. */
  #jump(): readonly SessionInput[] {
    const ms = this.#jumped()
    return ms !== undefined && this.#state.seq > 0 ? [{ facts: () => [fact('clock.jumped', { ms })] }] : []
  }

  /**
   * A single alarm, on the monotonic clock and never far away: a wall clock that is set back must not delay it for a
   * day.
   */
  #setAlarm(step: Step): void {
    this.#cancelAlarm()
    this.#cancelAlarm = () => {}
    const due = dueNext(this.#state, step)
    if (due === undefined) return
    const { clock } = this.#around.ports
    const wait = Math.min(Math.max(0, due - clock.now()), LONGEST_ALARM_MS)
    this.#cancelAlarm = clock.after(wait, () => this.take({ facts: () => [] }))
  }
}

/** Someone waits until it is stored, as for a user's answer: that comes before inspecting anything. */
const isAwaited = (inputs: readonly SessionInput[]): boolean => inputs.some(({ done }) => done !== undefined)

const onlyLooks = ({ batch, starting }: Reaction): boolean =>
  batch.length > 0 && starting.length > 0 && starting.every(({ kind }) => kind === 'inspect')

const startedBy = (event: Event): readonly EffectKey[] =>
  event.type === 'effect.started' || event.type === 'check.started' ? [event.data.effect] : []
