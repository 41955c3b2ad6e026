/** Throws if we broke our own rule, never because of outside input. */
export function assert(condition: unknown, rule: string): asserts condition {
  if (!condition) throw new Error(`Broken rule: ${rule}`)
}

/** Compiles only if every case of a union is handled. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
