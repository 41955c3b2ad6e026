import { type Result, refuse } from '@convene/domain'

/** Each one may need gigabytes for a moment. */
const MOST_AT_ONCE = 2
const MOST_WAITING = 20

type Waiting = { readonly who: string; start(): void }

/** Runs exports in turn: two at once in this process, one per person, so that nobody keeps the others waiting. */
export class ExportQueue {
  readonly #running = new Set<string>()
  #waiting: readonly Waiting[] = []

  /** Does the work once it is this person's turn. Refused if they have too many waiting already. */
  async run<T>(who: string, work: () => Promise<T>): Promise<Result<T>> {
    if (this.#waiting.filter((each) => each.who === who).length >= MOST_WAITING)
      return refuse('too_many_exports', `${MOST_WAITING} of your exports are still waiting. Try again later.`)
    await new Promise<void>((start) => {
      this.#waiting = [...this.#waiting, { who, start }]
      this.#startNext()
    })
    try {
      return { ok: true, value: await work() }
    } finally {
      this.#running.delete(who)
      this.#startNext()
    }
  }

  #startNext(): void {
    if (this.#running.size >= MOST_AT_ONCE) return
    const next = this.#waiting.find(({ who }) => !this.#running.has(who))
    if (!next) return
    this.#waiting = this.#waiting.filter((each) => each !== next)
    this.#running.add(next.who)
    next.start()
    this.#startNext()
  }
}
