import { type Command, type Domain, type Event, type RunStart, SessionId } from '@convene/domain'
import type { Checks, Engine, ModelPart, Ownership, ToolHost, Workspace } from '@convene/engine'
import { quiet } from './quiet.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { type TracedRequest, World } from './world.ts'

/** What the model does: parts to stream, a number of milliseconds to wait, `hangs` to say nothing more. */
export type Play = (request: TracedRequest, call: number) => readonly (ModelPart | number | 'hangs')[]

export type StageOptions = {
  readonly model: Play
  /** A real model instead of a played one. It must wait in microtasks only. */
  readonly live?: (request: TracedRequest) => AsyncIterable<ModelPart>
  readonly tools?: ToolHost
  readonly workspace?: Workspace
  readonly checks?: Checks
  readonly domain?: (domain: Domain) => Domain
  readonly ownership?: (ownership: Ownership) => Ownership
}

/** One session on a fake clock, durable storage, and processes that can be killed and restarted. */
export class SimulatedSession {
  readonly world: World
  readonly session = SessionId.parse('01KE0000000000000000000001')
  readonly requests: TracedRequest[] = []
  readonly #options: StageOptions
  #process: SimulatedProcess
  #count = 1

  constructor(options: StageOptions) {
    this.#options = options
    const { tools, workspace, checks, domain, ownership } = options
    this.world = new World(1, {
      name: 'stage',
      model: () => ({ stream: (request, signal) => this.#stream(request as TracedRequest, signal) }),
      ...(tools && { tools: () => tools }),
      ...(workspace && { workspace: () => workspace }),
      ...(checks && { checks }),
      ...(domain && { domain }),
      ...(ownership && { ownership }),
    })
    this.world.calm = true
    this.world.onDeath = () => this.#process.kill()
    this.#process = new SimulatedProcess(this.world, 'process-1')
  }

  get engine(): Engine {
    return this.#process.engine
  }

  get process(): SimulatedProcess {
    return this.#process
  }

  get events(): readonly Event[] {
    return this.world.ledger(this.session).events
  }

  create(run: RunStart, goal = 'Ship on Friday?'): Promise<unknown> {
    return this.engine.resume(this.session, { type: 'create', goal, workspace: '/home/ada/ship', run })
  }

  tell(command: Command): Promise<unknown> {
    return this.engine.resume(this.session, command)
  }

  /** Another process on the same storage, used from now on. */
  another(): SimulatedProcess {
    this.#process = new SimulatedProcess(this.world, `process-${++this.#count}`)
    return this.#process
  }

  /** kill -9, then a new process that opens the session. */
  async restart(): Promise<void> {
    if (this.#process.alive) this.#process.kill()
    await this.another().engine.resume(this.session)
  }

  /** Advances time. Everything triggered by one ring happens before the next. */
  async play(ms: number): Promise<void> {
    const { clock } = this.world
    const end = clock.ticks() + ms
    await quiet()
    while (clock.ticks() < end) {
      clock.advance(Math.min(clock.untilNext() ?? ms, end - clock.ticks()))
      await quiet()
    }
  }

  /** Waits until the session has left memory. An hour is too long for any story. */
  async untilRest(): Promise<void> {
    const { clock } = this.world
    const end = clock.ticks() + 3_600_000
    await quiet()
    while (this.#process.alive && this.engine.live > 0 && clock.ticks() < end) {
      clock.advance(Math.max(1, clock.untilNext() ?? 1))
      await quiet()
    }
  }

  async *#stream(request: TracedRequest, signal: { readonly aborted: boolean }): AsyncGenerator<ModelPart> {
    this.requests.push(request)
    const process = this.#process
    const { model, live } = this.#options
    if (live) return yield* live(request)
    for (const part of model(request, this.requests.length)) {
      if (part === 'hangs') await new Promise(() => {})
      else if (typeof part === 'number') await process.wait(part)
      else yield part
      if (signal.aborted) return
    }
  }
}
