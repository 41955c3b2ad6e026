/** Nine letters and digits, by order of appearance: the only format that every provider accepts as a call id. */
export class CallIds {
  readonly #before: CallIds | undefined
  readonly #own = new Map<string, string>()

  readonly #earlier: number

  /** Continues after the calls in `before`, to which nothing may be added any more. */
  constructor(before?: CallIds) {
    this.#before = before
    this.#earlier = before?.size ?? 0
  }

  get size(): number {
    return this.#earlier + this.#own.size
  }

  of(call: string): string {
    return this.#known(call) ?? this.#add(call)
  }

  #known(call: string): string | undefined {
    return this.#own.get(call) ?? (this.#before ? this.#before.#known(call) : undefined)
  }

  #add(call: string): string {
    const id = `call${String(this.size + 1).padStart(5, '0')}`
    this.#own.set(call, id)
    return id
  }
}
