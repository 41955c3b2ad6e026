import { type Domain, type Event, emptySession, type ModelRequest, type Session, type SessionId } from '@convene/domain'
import type { AbortSignal, Checks, Clock, EventLog, Model, Ownership, ToolHost, Workspace } from '@convene/engine'
import { type FakeClock, fakeClock } from '../clock/fake-clock.ts'
import { type MemoryStorage, memoryStorage } from '../event-log/memory-event-log.ts'
import { engineRules } from './engine-rules.ts'
import { Ledger } from './ledger.ts'
import { type Persona, personas } from './personas.ts'
import { type Random, random } from './random.ts'
import { rules } from './rules.ts'

export type Violation = {
  readonly invariant: string
  readonly message: string
  readonly session: SessionId | undefined
}

/** A deliberate bug that the checks must find. Each part wraps what a correct process would use. */
export type PlantedBug = {
  readonly name: string
  /** Only runs of this mode are searched. Across all modes, finding the bug would take too many stories. */
  readonly mode?: string
  domain?(domain: Domain): Domain
  log?(log: EventLog): EventLog
  model?(model: Model): Model
  tools?(tools: ToolHost): ToolHost
  workspace?(workspace: Workspace): Workspace
  readonly checks?: Checks
  ownership?(ownership: Ownership): Ownership
  clock?(clock: Clock): Clock
}

/** A model call or tool run as seen from outside. */
export type Performance = {
  readonly session: SessionId
  readonly key: string
  readonly process: string
  readonly signal: AbortSignal
  readonly since: number
  over: boolean
}

export type TracedRequest = ModelRequest & { readonly session: SessionId; readonly effect: string }

/** How quickly a stop must reach running calls. */
const STOP_MS = 2_000

/** Everything that outlives a process: time, storage, ownership, and what an observer has seen. */
export class World {
  readonly random: Random
  readonly clock: FakeClock = fakeClock()
  readonly storage: MemoryStorage = memoryStorage()
  /** The parsed events of each log. */
  readonly parsed = new Map<SessionId, Event[]>()
  readonly ledgers = new Map<SessionId, Ledger>()
  readonly owners = new Map<SessionId, string>()
  readonly alive = new Set<string>()
  readonly violations: Violation[] = []
  readonly #folds = new Map<SessionId, Session>()
  /** What was running when a session was paused. */
  readonly #running = new Map<SessionId, readonly Performance[]>()
  readonly calls: Performance[] = []
  readonly toolRuns: Performance[] = []
  readonly bug: PlantedBug | undefined
  /** The mode of every run, if only one is examined. */
  mode: string | undefined
  readonly domain: Domain
  /** The uncooperative behaviour of every model in this story, if any. */
  readonly persona: Persona | undefined
  /** How many members join each team: uncooperative ones cost most if there are many. */
  readonly crowd: number
  /** How many calls each run may make. Null: the limit of its mode. */
  readonly maxCalls: number | null
  /** Until when storage is down, by the monotonic clock. */
  storageDownUntil = 0
  /** Until when one of the providers refuses all calls. */
  providerDownUntil = 0
  /** Called before every append. */
  beforeAppend = () => {}
  /** What happens at the next append. */
  nextAppend: 'kill before' | 'kill after' | undefined
  /** Faults are over: models answer, tools work, no commands are sent. */
  calm = false
  faults = 0
  /** Kills the process of this name. */
  onDeath: (name: string) => void = () => {}
  crashes = 0

  constructor(seed: number, bug?: PlantedBug) {
    this.random = random(seed)
    this.bug = bug
    this.domain = engineRules
    // A separate random stream: drawing from it does not change the rest of the story.
    const apart = random(seed ^ 0x5bd1e995)
    this.persona = apart.chance(0.2) ? apart.pick(Object.values(personas)) : undefined
    this.maxCalls = apart.chance(0.1) ? apart.between(1, 30) : null
    this.crowd = this.persona && apart.chance(0.5) ? 4 : 0
  }

  ledger(session: SessionId): Ledger {
    const ledger = this.ledgers.get(session) ?? new Ledger(session)
    this.ledgers.set(session, ledger)
    return ledger
  }

  violate(invariant: string, message: string, session?: SessionId): void {
    this.violations.push({ invariant, message, session })
  }

  /** Called by the storage itself, whichever process wrote. */
  stored(session: SessionId, events: readonly Event[]): void {
    const ledger = this.ledger(session)
    for (const event of events.map((each) => JSON.parse(JSON.stringify(each)) as Event)) {
      for (const { invariant, broken } of rules) {
        const message = broken(ledger, event)
        if (message) this.violate(invariant, message, session)
      }
      if (event.type === 'effect.lost') this.#mayBeLost(ledger, event.data.effect)
      if (event.type === 'effect.aborted' && ledger.phase === 'paused') this.#mayBeAborted(ledger, event.data.effect)
      if (event.type === 'run.state') this.#expectCalm(ledger, event.data.to)
      ledger.file(event)
    }
  }

  /** The fold of the stored events, by healthy code. Earlier folds are continued. */
  fold(session: SessionId): Session {
    const { events } = this.ledger(session)
    const before = this.#folds.get(session) ?? emptySession(session)
    const state = events.slice(before.seq).reduce((folded, event) => this.domain.evolve(folded, event), before)
    this.#folds.set(session, state)
    return state
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

  /** A stop reaches running calls within 2 s, wherever they run. A pause lets them finish. */
  #expectCalm({ session }: Ledger, phase: string): void {
    const running = this.calls.filter((call) => call.session === session && !call.over && !call.signal.aborted)
    this.#running.set(session, phase === 'paused' ? running : [])
    if (phase !== 'cancelled' || this.storageIsDown) return
    const { faults } = this
    this.clock.after(STOP_MS, () => {
      const still = running.filter(
        ({ process, over, signal }) => !over && !signal.aborted && this.owns(process, session),
      )
      if (still.length > 0 && this.faults === faults && !this.storageIsDown)
        this.violate('I9 a stop aborts', `${still.map(({ key }) => key)} ran on after the stop`, session)
    })
  }

  #mayBeAborted({ session, run, events }: Ledger, key: string): void {
    const limited = events.some(({ type, run: of }) => type === 'limit.reached' && of === run?.run)
    if (!limited && this.#running.get(session)?.some((call) => call.key === key))
      this.violate('a pause aborts nothing', `${key} was aborted in a pause`, session)
  }

  #mayBeLost(ledger: Ledger, key: string): void {
    const running = [...this.calls, ...this.toolRuns].find(
      (each) => each.key === key && each.session === ledger.session,
    )
    if (running && !running.over && !running.signal.aborted && this.owns(running.process, ledger.session))
      this.violate('I2 only what is lost is lost', `${key} was declared lost while its owner ran it`, ledger.session)
  }
}
