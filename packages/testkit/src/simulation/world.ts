import {
  createDomain,
  type Domain,
  type Event,
  emptySession,
  type ModelRequest,
  type Session,
  type SessionId,
} from '@convene/domain'
import type { AbortSignal, EventLog, Model, Ownership, ToolHost } from '@convene/engine'
import { type FakeClock, fakeClock } from '../clock/fake-clock.ts'
import { type MemoryStorage, memoryStorage } from '../event-log/memory-event-log.ts'
import { Ledger } from './ledger.ts'
import { type Random, random } from './random.ts'
import { rules } from './rules.ts'

export type Violation = {
  readonly invariant: string
  readonly message: string
  readonly session: SessionId | undefined
}

/** A bug that is put in on purpose, to see whether it is found. Each part wraps what a healthy process would use. */
export type PlantedBug = {
  readonly name: string
  domain?(domain: Domain): Domain
  log?(log: EventLog): EventLog
  model?(model: Model): Model
  tools?(tools: ToolHost): ToolHost
  ownership?(ownership: Ownership): Ownership
}

/** A model call or tool run as the outside saw it. */
export type Performance = {
  readonly session: SessionId
  readonly key: string
  readonly process: string
  readonly signal: AbortSignal
  readonly since: number
  over: boolean
}

export type TracedRequest = ModelRequest & { readonly session: SessionId; readonly effect: string }

/** Everything that outlives a process: time, storage, who owns what, and what an observer has seen. */
export class World {
  readonly random: Random
  readonly clock: FakeClock = fakeClock()
  readonly storage: MemoryStorage = memoryStorage()
  readonly ledgers = new Map<SessionId, Ledger>()
  readonly owners = new Map<SessionId, string>()
  readonly alive = new Set<string>()
  readonly violations: Violation[] = []
  readonly calls: Performance[] = []
  readonly toolRuns: Performance[] = []
  readonly bug: PlantedBug | undefined
  readonly domain: Domain
  /** Until when the storage refuses, by the monotonic clock. */
  storageDownUntil = 0
  lastStorageFault = Number.NEGATIVE_INFINITY
  /** Called before every append of anybody. */
  beforeAppend = () => {}
  /** What the next append of anybody meets. */
  nextAppend: 'kill before' | 'kill after' | undefined
  /** Faults are over: models answer, tools work, nobody commands. */
  calm = false
  faults = 0
  onDeath: (process: { kill(): void }) => void = (process) => process.kill()
  crashes = 0

  constructor(seed: number, bug?: PlantedBug) {
    this.random = random(seed)
    this.bug = bug
    this.domain = createDomain()
  }

  ledger(session: SessionId): Ledger {
    const ledger = this.ledgers.get(session) ?? new Ledger(session)
    this.ledgers.set(session, ledger)
    return ledger
  }

  violate(invariant: string, message: string, session?: SessionId): void {
    this.violations.push({ invariant, message, session })
  }

  /** Called by the storage itself, whoever wrote. */
  stored(session: SessionId, events: readonly Event[]): void {
    const ledger = this.ledger(session)
    for (const event of events.map((each) => JSON.parse(JSON.stringify(each)) as Event)) {
      for (const { invariant, broken } of rules) {
        const message = broken(ledger, event)
        if (message) this.violate(invariant, message, session)
      }
      if (event.type === 'effect.lost') this.#mayBeLost(ledger, event.data.effect)
      ledger.file(event)
    }
  }

  /** The fold of what is stored, made afresh. */
  fold(session: SessionId): Session {
    return this.ledger(session).events.reduce((state, event) => this.domain.evolve(state, event), emptySession(session))
  }

  owns(process: string, session: SessionId): boolean {
    return this.alive.has(process) && this.owners.get(session) === process
  }

  get storageIsDown(): boolean {
    return this.clock.ticks() < this.storageDownUntil
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(ms, resolve)
    })
  }

  #mayBeLost(ledger: Ledger, key: string): void {
    const running = [...this.calls, ...this.toolRuns].find(
      (each) => each.key === key && each.session === ledger.session,
    )
    if (running && !running.over && !running.signal.aborted && this.owns(running.process, ledger.session))
      this.violate('I2 only what is lost is lost', `${key} was declared lost while its owner ran it`, ledger.session)
  }
}
