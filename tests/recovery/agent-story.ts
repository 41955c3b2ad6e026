import { loadClient } from '@convene/coding-agents'
import type { Event, RunStart, SessionId } from '@convene/domain'
import { type Clock, createEngine, type Engine, type Model, silentTelemetry, type ToolHost } from '@convene/engine'
import type { AgentModels } from '@convene/host'
import { systemClock } from '@convene/platform'
import {
  AgentInProcess,
  memoryEventLog,
  memoryOwners,
  memoryOwnership,
  memoryStorage,
  type TemporaryFolder,
  temporaryFolder,
} from '@convene/testkit'

/** Who dies at a point: Convene, which takes its agent along like a killed process, or the agent alone. */
export type AgentKill = { readonly at: number; readonly who: 'convene' | 'agent' }

const session = '01KE0000000000000000000001' as SessionId
const { acpModels } = await loadClient()
const MOST_ROUNDS = 30

const tools: ToolHost = {
  inspect: async ({ tool }) => [{ permission: 'acp', target: tool }],
  run: async () => ({ ok: true, output: 'Allowed.' }),
}

/** A Convene process. Once dead, it stores nothing, and none of its timers fires. */
type Life = {
  readonly engine: Engine
  readonly models: AgentModels
  readonly death: Promise<void>
  isAlive: boolean
}

/**
 * A run with a coding agent as its seats, played in one process, so it can be cut on both sides of every append, and of
 * every part of a turn.
 */
export class AgentStory {
  readonly agent: AgentInProcess
  readonly #folder: TemporaryFolder = temporaryFolder()
  readonly #storage = memoryStorage()
  readonly #owners = memoryOwners()
  readonly #run: RunStart
  readonly #goal: string
  readonly #lives: Life[] = []
  #kill: AgentKill | undefined
  points = 0
  events: readonly Event[] = []
  /** The agent's notes, once the story is over. */
  notes: ReturnType<AgentInProcess['log']> = []
  /** What was stored at the time of death, and what the agent had noted. */
  cut: { readonly events: readonly Event[]; readonly notes: number } | undefined

  constructor(run: RunStart, goal: string) {
    this.#run = run
    this.#goal = goal
    this.agent = new AgentInProcess(this.#folder.path)
  }

  /** Plays to the end: the next process takes over from a dead one, and every ask is allowed. */
  async play(kill?: AgentKill): Promise<void> {
    this.#kill = kill
    for (let round = 0; round < MOST_ROUNDS && !this.#isOver; round += 1) {
      const last = this.#lives.at(-1)
      const life = last?.isAlive ? last : this.#born()
      await Promise.race([this.#goOn(life), life.death])
      this.events = await memoryEventLog({ storage: this.#storage }).read(session)
    }
    for (const { engine, models, isAlive } of this.#lives) {
      if (isAlive) await engine.close()
      await models.close()
    }
    this.notes = this.agent.log()
    this.#folder[Symbol.dispose]()
  }

  get #isOver(): boolean {
    return this.events.some(({ type }) => type === 'run.finished')
  }

  async #goOn({ engine }: Life): Promise<void> {
    const create = { type: 'create', goal: this.#goal, workspace: this.#folder.path, run: this.#run } as const
    const [ask] = this.#openAsks
    const answer = ask === undefined ? undefined : ({ type: 'permit', ask, answer: 'once', by: 'user' } as never)
    await engine.resume(session, this.events.length === 0 ? create : answer)
    await engine.rested(session)
  }

  get #openAsks(): readonly string[] {
    const answered = this.events.flatMap((event) => (event.type === 'permission.answered' ? [event.data.ask] : []))
    const asked = this.events.flatMap((event) => (event.type === 'permission.asked' ? [event.data.ask] : []))
    return asked.filter((ask) => !answered.includes(ask))
  }

  #born(): Life {
    const { promise: death, resolve: die } = Promise.withResolvers<void>()
    const ownership = memoryOwnership(this.#owners)
    const settings = { test: { command: process.execPath, mode: 'default' } }
    const models = acpModels({
      agents: async () => settings,
      environment: process.env,
      version: '1.2.3',
      launch: this.agent.launch,
    })
    const point = this.#pointsOf({
      isDead: () => !life.isAlive,
      die: () => {
        life.isAlive = false
        ownership.die()
        this.agent.kill()
        die()
      },
    })
    const engine = createEngine({
      log: memoryEventLog({ storage: this.#storage, faults: { beforeAppend: point, afterAppend: point } }),
      model: pointed(models, point),
      clock: mortal(systemClock(), () => !life.isAlive),
      ...{ tools, ownership, telemetry: silentTelemetry, abortController: () => new AbortController() },
    })
    const life: Life = { engine, models, death, isAlive: true }
    this.#lives.push(life)
    return life
  }

  /** The points that a process passes through. A dead one never gets past them. */
  #pointsOf({ isDead, die }: { isDead(): boolean; die(): void }): () => Promise<void> {
    const never = () => new Promise<never>(() => {})
    return async () => {
      if (isDead()) return never()
      this.points += 1
      if (this.#kill?.at !== this.points) return
      const events = await memoryEventLog({ storage: this.#storage }).read(session)
      this.cut = { events, notes: this.agent.log().length }
      if (this.#kill.who === 'agent') return this.agent.kill()
      die()
      return never()
    }
  }
}

const pointed = (model: Model, point: () => Promise<void>): Model => ({
  async *stream(request, signal) {
    for await (const part of model.stream(request, signal)) {
      await point()
      yield part
    }
  },
})

function mortal(clock: Clock, isDead: () => boolean): Clock {
  const unlessDead = (ring: () => void) => () => {
    if (!isDead()) ring()
  }
  return {
    ...clock,
    alarm: (at, ring) => clock.alarm(at, unlessDead(ring)),
    after: (ms, ring) => clock.after(ms, unlessDead(ring)),
  }
}
