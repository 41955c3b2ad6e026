import type { Clock } from '../ports/clock.ts'
import { isLasting, StorageFailure } from '../ports/event-log.ts'

/** A full disk may get space again: paid results stay in memory and are retried for about a minute. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
/** An update of all servers takes as long as it takes. Nothing is wrong, and no paid result is dropped for it. */
const UPDATE_MS = 10_000

/** Repeats work while storage fails. */
export class StorageRetry {
  readonly #clock: Clock
  readonly #onFailure: (failure: StorageFailure) => void
  #wake = () => {}
  #isOver = false

  constructor(clock: Clock, onFailure: (failure: StorageFailure) => void) {
    this.#clock = clock
    this.#onFailure = onFailure
  }

  /** Resolves when the work is done, and rejects when storage has failed for too long. */
  async insist<T>(work: () => Promise<T>): Promise<T> {
    const schedule = { attempt: 0, due: 0 }
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StorageFailure) || isLasting(error)) throw error
        await this.#waitAfter(error, schedule)
      }
    }
  }

  /** Retries now instead of at the end of the current wait. */
  wake(): void {
    this.#wake()
  }

  /** Stops retrying. */
  end(): void {
    this.#isOver = true
    this.#wake()
  }

  /** An early retry does not use up a wait: however often it is woken, it gives up at the same time. */
  async #waitAfter(failure: StorageFailure, schedule: { attempt: number; due: number }): Promise<void> {
    const now = this.#clock.ticks()
    const wait =
      schedule.due > now
        ? schedule.due - now
        : (WAITS_MS[schedule.attempt++] ?? (failure.code === 'older_server' ? UPDATE_MS : undefined))
    if (wait === undefined || this.#isOver) throw failure
    schedule.due = now + wait
    this.#onFailure(failure)
    await this.#pause(wait)
    if (this.#isOver) throw failure
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }
}
