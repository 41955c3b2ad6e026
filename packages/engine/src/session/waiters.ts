import type { Session, SessionId } from '@convene/domain'

export type Waiter = { resolve(state: Session): void; reject(error: unknown): void }

/** Callers waiting for a session to leave memory. */
export class Waiters {
  readonly #waiting = new Map<SessionId, Waiter[]>()

  wait(session: SessionId): Promise<Session> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(session, [...(this.#waiting.get(session) ?? []), { resolve, reject }])
    })
  }

  /** Removes and returns a session's waiters, for the caller to answer. */
  take(session: SessionId): readonly Waiter[] {
    const waiters = this.#waiting.get(session) ?? []
    this.#waiting.delete(session)
    return waiters
  }

  rejectAll(why: unknown): void {
    for (const waiter of [...this.#waiting.values()].flat()) waiter.reject(why)
    this.#waiting.clear()
  }
}
