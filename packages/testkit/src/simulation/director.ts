import type { SessionId } from '@convene/domain'
import { quiet } from './quiet.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { SimulatedUser } from './simulated-user.ts'
import type { PlantedBug } from './world.ts'
import { World } from './world.ts'

const HOUR = 3_600_000
const MOST_RINGS = 1_000

const misfortunes = {
  kill: 20,
  killBeforeCommit: 15,
  killAfterCommit: 15,
  storageDown: 14,
  providerDown: 8,
  clockJump: 8,
  sleep: 6,
  takeOver: 8,
  snapshot: 8,
  anotherProcess: 6,
} as const

/** Runs a story: processes, sessions, a user who sends commands, and everything that goes wrong. */
export class Director {
  readonly world: World
  readonly person: SimulatedUser
  readonly processes: SimulatedProcess[] = []
  #still = 0

  constructor(seed: number, bug?: PlantedBug) {
    this.world = new World(seed, bug)
    this.person = new SimulatedUser(this.world)
    this.world.onDeath = (name) => this.#die(name)
  }

  get alive(): readonly SimulatedProcess[] {
    return this.processes.filter((process) => process.alive)
  }

  get sessions(): readonly SessionId[] {
    return [...this.world.ledgers.keys()]
  }

  /** Schedules everything that will happen within the horizon. */
  prepare(horizon: number): void {
    const { random } = this.world
    for (let count = random.between(1, 2); count > 0; count--) this.spawn()
    for (let count = random.between(1, 2); count > 0; count--) this.#at(random.below(3_000), () => this.#create())
    for (let count = random.between(2, 8); count > 0; count--) this.#at(random.below(horizon), () => this.#misfortune())
    for (let count = random.between(2, 14); count > 0; count--) this.#at(random.below(horizon), () => this.#act())
  }

  /** Advances time to the next ring. Something that keeps ringing at the same moment is a busy loop. */
  async step(ms: number): Promise<void> {
    this.#still = ms > 0 ? 0 : this.#still + 1
    if (this.#still > MOST_RINGS) this.world.violate('I4 time passes', 'something rings again and again at one moment')
    this.world.clock.advance(ms)
    await quiet()
  }

  spawn(): SimulatedProcess {
    const process = new SimulatedProcess(this.world, `process-${this.processes.length + 1}`)
    this.processes.push(process)
    for (const session of this.sessions) this.#watch(process, session)
    return process
  }

  /** A live process: without one, a story would wait forever. */
  anyone(): SimulatedProcess {
    const { alive } = this
    return alive.length > 0 ? this.world.random.pick(alive) : this.spawn()
  }

  #create(): void {
    const session = this.person.create(this.anyone())
    for (const process of this.alive) this.#watch(process, session)
  }

  #watch(process: SimulatedProcess, session: SessionId): void {
    const { random } = this.world
    if (random.chance(0.7)) process.follow(session, random.below(this.world.ledger(session).events.length + 1))
  }

  #act(): void {
    const session = this.#anySession()
    if (session && this.alive.length > 0) this.person.act(this.anyone(), session)
  }

  #anySession(): SessionId | undefined {
    return this.sessions.length > 0 ? this.world.random.pick(this.sessions) : undefined
  }

  #misfortune(): void {
    const { world } = this
    const { random } = world
    world.faults++
    const happenings: { readonly [kind in keyof typeof misfortunes]: () => void } = {
      kill: () => this.alive.length > 0 && this.#die(this.anyone().name),
      killBeforeCommit: () => {
        world.nextAppend = 'kill before'
      },
      killAfterCommit: () => {
        world.nextAppend = 'kill after'
      },
      storageDown: () => {
        world.storageDownUntil = world.clock.ticks() + random.pick([50, 1_500, 10_000, 70_000])
      },
      providerDown: () => {
        world.providerDownUntil = world.clock.ticks() + random.pick([5_000, 40_000])
      },
      clockJump: () => world.clock.jump(random.pick([-24 * HOUR, -HOUR, -10_000, 10_000, HOUR, 24 * HOUR])),
      sleep: () => world.clock.sleep(random.pick([20_000, 8 * HOUR]), random.chance(0.3)),
      takeOver: () => this.#takeOver(),
      snapshot: () => this.#snapshot(),
      anotherProcess: () => this.spawn(),
    }
    happenings[random.weighted(misfortunes)]()
  }

  /** The owner seems dead to another process, but is not. */
  #takeOver(): void {
    const session = this.#anySession()
    const thief = this.alive.length < 2 ? this.spawn() : this.world.random.pick(this.alive)
    if (!session || this.world.owners.get(session) === thief.name) return
    this.world.owners.delete(session)
    this.person.wake(thief, session)
  }

  #snapshot(): void {
    const session = this.#anySession()
    if (!session || this.world.ledger(session).events.length === 0) return
    const state = this.world.fold(session)
    const log = this.anyone().log
    log.keep(session, { version: this.world.domain.version, seq: state.seq, state }).catch(() => {})
  }

  /** Dies and is restarted soon. Sometimes it is killed again while it recovers. */
  #die(name: string): void {
    const { random } = this.world
    this.processes.find((process) => process.name === name)?.kill()
    if (random.chance(0.25)) this.world.nextAppend = random.pick(['kill before', 'kill after'])
    this.#at(random.between(1, 3_000), () => {
      const fresh = this.spawn()
      for (const session of this.sessions) this.person.wake(fresh, session)
    })
  }

  #at(ms: number, happen: () => void): void {
    const { clock } = this.world
    clock.after(ms, () => {
      if (!this.world.calm) happen()
    })
  }
}
