import type { SessionId } from '@convene/domain'
import type { Clock } from '../ports/clock.ts'

const WAKE_AGAIN_MS = 10_000

/** Wakes resting sessions when it is time to continue. */
export class Alarms {
  readonly #clock: Clock
  readonly #wake: (session: SessionId) => Promise<unknown>
  readonly #set = new Map<SessionId, () => void>()
  #isOver = false

  constructor(clock: Clock, wake: (session: SessionId) => Promise<unknown>) {
    this.#clock = clock
    this.#wake = wake
  }

  set(session: SessionId, at: number): void {
    if (!this.#isOver)
      this.#set.set(
        session,
        this.#clock.alarm(at, () => void this.#ring(session)),
      )
  }

  cancel(session: SessionId): void {
    this.#set.get(session)?.()
    this.#set.delete(session)
  }

  /** Stops all alarms. */
  end(): void {
    this.#isOver = true
    for (const session of [...this.#set.keys()]) this.cancel(session)
  }

  /** A session that cannot be opened when it is due is retried: no other process may know that it is waiting. */
  async #ring(session: SessionId): Promise<void> {
    this.#set.delete(session)
    try {
      await this.#wake(session)
    } catch {
      if (this.#isOver) return
      this.#set.set(
        session,
        this.#clock.after(WAKE_AGAIN_MS, () => void this.#ring(session)),
      )
    }
  }
}
