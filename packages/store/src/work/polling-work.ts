import type { SessionId } from '@convene/domain'
import type { Clock, EventLog, ListedSession, Ownership, Work } from '@convene/engine'

/** A session whose owner died or let go is found after this time, because nothing announces it. */
const LOOK_MS = 1_000
/** A change that no ring named is found after this time, and failures are retried. */
const LOOK_AT_ALL_MS = 15_000

export type PollingWorkOptions = {
  readonly log: EventLog
  readonly ownership: Ownership
  readonly clock: Pick<Clock, 'now' | 'ticks' | 'after'>
  readonly lookMs?: number
}

/** Work for the processes of one machine. The first to look claims the session. */
export const pollingWork = (options: PollingWorkOptions): Work => ({
  start(run, capacity) {
    const dispatcher = new Dispatcher(options, run, capacity)
    void dispatcher.loop()
    return () => dispatcher.stop()
  },
})

type Candidate = Pick<ListedSession, 'id' | 'seq'>

class Dispatcher {
  readonly #options: PollingWorkOptions
  readonly #run: (session: SessionId) => Promise<void>
  readonly #capacity: number
  readonly #unwatch: () => void
  /** Sessions that were moving at the last look, with their last event. */
  readonly #moving = new Map<SessionId, number>()
  /** Where each session was when it was handed out. If it is still there, it has nothing new to do. */
  readonly #handedOut = new Map<SessionId, number>()
  readonly #running = new Set<SessionId>()
  #changed: Set<SessionId> | 'any' = 'any'
  #lookAtAllAt = 0
  /** Rung during a look: it looks again at once. */
  #isRung = false
  #wake = () => {}
  #isOver = false

  constructor(options: PollingWorkOptions, run: (session: SessionId) => Promise<void>, capacity: number) {
    this.#options = options
    this.#run = run
    this.#capacity = capacity
    this.#unwatch = options.log.watch((which) => this.#ring(which))
  }

  /** One look after another: two at once would hand out the same session. */
  async loop(): Promise<void> {
    while (!this.#isOver) {
      // Callers that need the storage report its failures. The next look may succeed.
      await this.#look().catch(() => {
        this.#changed = 'any'
      })
      await this.#pause()
    }
  }

  stop(): void {
    this.#isOver = true
    this.#unwatch()
    this.#lookSoon()
  }

  #ring(which: ReadonlySet<SessionId> | undefined): void {
    if (which === undefined) this.#changed = 'any'
    else if (this.#changed !== 'any') for (const session of which) this.#changed.add(session)
    this.#lookSoon()
  }

  #lookSoon(): void {
    this.#isRung = true
    this.#wake()
  }

  async #look(): Promise<void> {
    this.#isRung = false
    await this.#update()
    for (const { id, seq } of await this.#candidates()) {
      if (this.#isOver || this.#running.size >= this.#capacity) return
      if (this.#running.has(id) || this.#handedOut.get(id) === seq) continue
      if (!(await this.#options.ownership.owned(id)) && !this.#isOver) this.#handOut(id, seq)
    }
  }

  /** Checks what has changed, and only now and then all rows. */
  async #update(): Promise<void> {
    const { log, clock } = this.#options
    if (clock.ticks() >= this.#lookAtAllAt) this.#changed = 'any'
    const changed = this.#changed
    if (changed !== 'any' && changed.size === 0) return
    this.#changed = new Set()
    const rows = await log.list({ moving: true, ...(changed !== 'any' && { ids: [...changed] }) })
    if (changed === 'any') this.#lookAtAllAt = clock.ticks() + LOOK_AT_ALL_MS
    for (const id of changed === 'any' ? [...this.#moving.keys()] : changed) this.#moving.delete(id)
    for (const { id, seq } of rows) this.#moving.set(id, seq)
  }

  /** Those that are due have waited longest. */
  async #candidates(): Promise<readonly Candidate[]> {
    const { log, clock } = this.#options
    const ids = await log.due(clock.now())
    const due = ids.length > 0 ? await log.list({ ids }) : []
    const candidates = new Map([...due.map(({ id, seq }) => [id, seq] as const), ...this.#moving])
    for (const id of this.#handedOut.keys())
      if (!candidates.has(id) && !this.#running.has(id)) this.#handedOut.delete(id)
    return [...candidates].map(([id, seq]) => ({ id, seq }))
  }

  #handOut(session: SessionId, seq: number): void {
    this.#running.add(session)
    this.#handedOut.set(session, seq)
    const again = () => void this.#options.clock.after(LOOK_AT_ALL_MS, () => this.#handedOut.delete(session))
    void this.#run(session)
      .catch(again)
      .finally(() => {
        this.#running.delete(session)
        this.#lookSoon()
      })
  }

  async #pause(): Promise<void> {
    if (this.#isRung || this.#isOver) return
    await new Promise<void>((resolve) => {
      const cancel = this.#options.clock.after(this.#options.lookMs ?? LOOK_MS, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }
}
