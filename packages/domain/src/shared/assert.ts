/** Throws when we broke our own rule; never for what the outside did. */
export function assert(condition: unknown, rule: string): asserts condition {
  if (!condition) throw new Error(`Broken rule: ${rule}`)
}

/** Compiles only when every case of a union is handled. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
