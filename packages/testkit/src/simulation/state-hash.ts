import { createHash } from 'node:crypto'

/** Whether two states are equal as JSON, whatever their key order. Most are identical as text, which is fast to compare. */
export const isSameState = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other) || canonical(one) === canonical(other)

/** A hash of canonical JSON: equal states have equal hashes, whatever their key order. */
export const stateHash = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('hex').slice(0, 32)

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each) => (isPlain(each) ? sorted(each) : each)) ?? 'undefined'
}

const isPlain = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function sorted(value: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } {
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, value[key]]),
  )
}
