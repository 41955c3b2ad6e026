/** How long the newest ones took, in milliseconds, and how many there were in total. */
export type Timings = {
  readonly count: number
  readonly totalMs: number
  /** The time that this share of the newest did not exceed. 0 if there were none. */
  quantile(share: number): number
}

const NEWEST = 1_000

/** Remembers the newest thousand, so a slow hour long ago does not hide a slow minute now. */
export class Stopwatch implements Timings {
  readonly #newest: number[] = []
  count = 0
  totalMs = 0

  add(ms: number): void {
    this.#newest[this.count % NEWEST] = ms
    this.count += 1
    this.totalMs += ms
  }

  quantile(share: number): number {
    const sorted = this.#newest.toSorted((one, other) => one - other)
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  }
}
