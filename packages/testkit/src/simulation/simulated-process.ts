import { isDeepStrictEqual } from 'node:util'
import { type Domain, type Event, type ModelEffect, redactVotes, type Session, type SessionId } from '@convene/domain'
import { type Clock, createEngine, type Engine, type EventLog, type Ownership, silentTelemetry } from '@convene/engine'
import type { Host } from './host.ts'
import { simulatedLog } from './simulated-log.ts'
import { simulatedModel } from './simulated-model.ts'
import { simulatedToolHost } from './simulated-tools.ts'
import { simulatedWorkspace } from './simulated-workspace.ts'
import type { World } from './world.ts'

/** One process on the shared storage. Once killed, it reaches nothing anymore, whatever its promises do. */
export class SimulatedProcess implements Host {
  readonly world: World
  readonly name: string
  readonly engine: Engine
  readonly log: EventLog
  readonly clock: Clock
  readonly follows: Following[] = []
  readonly #timers = new Set<() => void>()
  #killed = false

  constructor(world: World, name: string) {
    this.world = world
    this.name = name
    this.clock = this.#ownClock()
    world.alive.add(name)
    const { bug } = world
    this.log = simulatedLog(this)
    const ports = {
      log: this.log,
      model: bug?.model?.(simulatedModel(this)) ?? simulatedModel(this),
      tools: bug?.tools?.(simulatedToolHost(this)) ?? simulatedToolHost(this),
      ownership: bug?.ownership?.(ownership(this)) ?? ownership(this),
      clock: bug?.clock?.(this.clock) ?? this.clock,
      telemetry: silentTelemetry,
      workspace: bug?.workspace?.(simulatedWorkspace(this)) ?? simulatedWorkspace(this),
      ...(bug?.checks && { checks: bug.checks }),
      abortController: () => new AbortController(),
    }
    this.engine = createEngine(ports, traced(bug?.domain?.(world.domain) ?? world.domain))
  }

  get alive(): boolean {
    return this.world.alive.has(this.name)
  }

  /** Everything set to ring here. */
  get timers(): readonly unknown[] {
    return [...this.#timers]
  }

  /** kill -9. */
  kill(): void {
    this.#killed = true
    this.world.alive.delete(this.name)
    this.world.crashes++
    for (const cancel of this.#timers) cancel()
    for (const following of this.follows) following.over = true
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(ms, resolve)
    })
  }

  /** Follows a session from here. Everything it receives must be stored, in order, without gaps or repeats. */
  follow(session: SessionId, after: number): void {
    const following = new Following(this.world, session, after)
    this.follows.push(following)
    this.engine.follow(session, after, { batch: (events) => following.shown(events) })
  }

  #ownClock(): Clock {
    const { clock } = this.world
    const set = (start: (ring: () => void) => () => void, ring: () => void): (() => void) => {
      if (this.#killed) return () => {}
      const stop = start(() => {
        this.#timers.delete(cancel)
        ring()
      })
      const cancel = () => {
        this.#timers.delete(cancel)
        stop()
      }
      this.#timers.add(cancel)
      return cancel
    }
    return {
      now: () => clock.now(),
      ticks: () => clock.ticks(),
      alarm: (at, ring) => set((bell) => clock.alarm(at, bell), ring),
      after: (ms, ring) => set((bell) => clock.after(ms, bell), ring),
    }
  }
}

/** One follower, and what it has received. */
export class Following {
  readonly session: SessionId
  readonly #world: World
  seq: number
  over = false

  constructor(world: World, session: SessionId, after: number) {
    this.#world = world
    this.session = session
    this.seq = after
  }

  shown(events: readonly Event[]): void {
    if (this.over) return
    const { events: stored } = this.#world.ledger(this.session)
    for (const event of events) {
      if (event.seq !== this.seq + 1)
        this.#world.violate(
          'I6 followers see every event once',
          `${event.seq} was shown after ${this.seq}`,
          this.session,
        )
      const kept = stored[event.seq - 1]
      if (!kept || !isAsStored(kept, event))
        this.#world.violate(
          'I1 what is shown is stored',
          `${event.seq} ${event.type} was shown and is not stored`,
          this.session,
        )
      this.seq = event.seq
    }
  }
}

const plain = (event: Event): Event => JSON.parse(JSON.stringify(event)) as Event

/** Ballots are shown sealed until they are counted. Most events are identical as text, which is fast to compare. */
function isAsStored(kept: Event, event: Event): boolean {
  if (JSON.stringify(kept) === JSON.stringify(event)) return true
  const shown = plain(event)
  const [sealed = kept] = redactVotes([kept])
  return [kept, sealed, partlySealed(kept, sealed, shown)].some((each) => isDeepStrictEqual(plain(each), shown))
}

/** A reply that votes on two decisions, one of them counted, is shown with one ballot sealed. */
function partlySealed(kept: Event, sealed: Event, shown: Event): Event {
  if (kept.type !== 'model.replied' || sealed.type !== 'model.replied' || shown.type !== 'model.replied') return kept
  const calls = kept.data.calls.map((call, index) => {
    const closed = sealed.data.calls[index]
    return closed && isDeepStrictEqual(closed, shown.data.calls[index]) ? closed : call
  })
  return { ...kept, data: { ...kept.data, calls } }
}

/** Tells the model which effect a request belongs to, so the observer can detect double payment. */
function traced(domain: Domain): Domain {
  const prompt = (session: Session, effect: ModelEffect) => ({
    ...domain.prompt(session, effect),
    session: session.id,
    effect: effect.key,
  })
  return { ...domain, prompt }
}

function ownership({ world, name }: SimulatedProcess): Ownership {
  const holder = (session: SessionId) => {
    const owner = world.owners.get(session)
    return owner !== undefined && world.alive.has(owner) ? owner : undefined
  }
  return {
    async claim(session) {
      const owner = holder(session)
      if (owner !== undefined) return 'owned elsewhere'
      world.owners.set(session, name)
      return {
        held: async () => world.owners.get(session) === name,
        async release() {
          if (world.owners.get(session) === name) world.owners.delete(session)
        },
      }
    },
    owned: async (session) => holder(session) !== undefined,
  }
}
