/** A copy without one key. */
export function without<T>(record: { readonly [key: string]: T }, key: string): { readonly [key: string]: T } {
  if (!(key in record)) return record
  const { [key]: _removed, ...rest } = record
  return rest
}

/**
 * A copy with one entry more, or another value for it. `{ ...record, [key]: value }` is the same, at twice the cost of
 * all else that an event changes.
 */
export function withEntry<T>(
  record: { readonly [key: string]: T },
  key: string,
  value: T,
): { readonly [key: string]: T } {
  // As an assignment it would change the prototype, and vanish.
  if (key === '__proto__') return { ...record, [key]: value }
  const copy = { ...record } as { [key: string]: T }
  copy[key] = value
  return copy
}
