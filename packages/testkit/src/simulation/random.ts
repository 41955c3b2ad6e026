/** Seeded random numbers: the same seed gives the same story on every machine. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number
  /** A whole number from 0 to less than `below`. */
  below(below: number): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  /** One of the keys, weighted. */
  weighted<K extends string>(weights: { readonly [key in K]: number }): K
}

/** mulberry32: small, fast, and good enough to choose faults with. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    weighted: (weights) => weightedKey(weights, next()),
  }
}

function weightedKey<K extends string>(weights: { readonly [key in K]: number }, at: number): K {
  const entries = Object.entries(weights) as [K, number][]
  let left = at * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    left -= weight
    if (left < 0) return key
  }
  return (entries.at(-1) as [K, number])[0]
}
