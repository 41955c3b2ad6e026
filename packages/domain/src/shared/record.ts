/** Own keys only: a model may call a tool or name an ask `constructor`, which every object has. */
export const ownValue = <T>(record: { readonly [key: string]: T }, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** A copy without one key. */
export function without<T>(record: { readonly [key: string]: T }, key: string): { readonly [key: string]: T } {
  if (!(key in record)) return record
  const { [key]: _removed, ...rest } = record
  return rest
}

/**
 * A copy with one entry added or replaced. `{ ...record, [key]: value }` does the same, at twice the cost of everything
 * else an event changes.
 */
export function withEntry<T>(
  record: { readonly [key: string]: T },
  key: string,
  value: T,
): { readonly [key: string]: T } {
  // An assignment would change the prototype, and the entry would vanish.
  if (key === '__proto__') return { ...record, [key]: value }
  const copy = { ...record } as { [key: string]: T }
  copy[key] = value
  return copy
}
