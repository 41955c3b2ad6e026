import { ok, type Result, refuse } from '@convene/domain'
import { OPERATOR } from './calling-person.ts'

/** How many streams one person may have open on a server. A page needs two. */
export const MOST_STREAMS = 50

/** Counts each person's open streams, because each one costs memory while it is open. */
export class OpenStreams {
  readonly #open = new Map<string, number>()

  /** Counts another stream until the returned function is called. */
  begin(person: string): Result<() => void> {
    const open = this.#open.get(person) ?? 0
    if (open >= MOST_STREAMS && person !== OPERATOR.id)
      return refuse(
        'too_many_streams',
        `You have ${MOST_STREAMS} streams open on this server. Close pages or programs that you do not need.`,
      )
    this.#open.set(person, open + 1)
    return ok(() => this.#end(person))
  }

  #end(person: string): void {
    const left = (this.#open.get(person) ?? 1) - 1
    if (left > 0) this.#open.set(person, left)
    else this.#open.delete(person)
  }
}
