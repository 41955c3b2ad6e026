import { vendorOf } from '../counting/vendor.ts'

/**
 * A model per seat: its own if it has one, else one from the pool. The same seed gives the same draw, and no model
 * repeats while an unused one is left, and no vendor while another one is.
 */
export function drawModels(
  own: readonly (string | undefined)[],
  pool: readonly string[],
  seed: number,
): readonly (string | undefined)[] {
  const random = randomFrom(seed)
  const taken = new Set(own.filter((model) => model !== undefined))
  const vendors = new Set([...taken].map(vendorOf))
  const order = () => spread(shuffled(pool, random), vendors)
  let left: readonly string[] = order().filter((model) => !taken.has(model))
  return own.map((model) => {
    if (model !== undefined || pool.length === 0) return model
    if (left.length === 0) left = order()
    const [drawn, ...others] = left
    left = others
    return drawn
  })
}

/** In the same order, but a vendor comes again only when every other one had its turn. `seated` had theirs already. */
function spread(models: readonly string[], seated: ReadonlySet<string>): readonly string[] {
  const turns = new Map<string, number>([...seated].map((vendor) => [vendor, 1]))
  const placed = models.map((model) => {
    const vendor = vendorOf(model)
    const turn = turns.get(vendor) ?? 0
    turns.set(vendor, turn + 1)
    return { model, turn }
  })
  return placed.toSorted((one, other) => one.turn - other.turn).map(({ model }) => model)
}

/** In random order, without duplicates. */
export function shuffled(pool: readonly string[], random: () => number): readonly string[] {
  const rest = [...new Set(pool)]
  return pool.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1))
}

/** Mulberry32: small, well spread, and the same on every platform. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
