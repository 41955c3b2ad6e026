/** What remains of an untrusted workspace's value, and the paths below the setting that were dropped. */
export type Narrowed = { readonly kept?: unknown; readonly left: readonly (readonly string[])[] }

/** Reduces an untrusted workspace's value to what is no wider than the user's own. */
export type Narrow = (value: unknown, users: unknown) => Narrowed

/** A value counts if it is the user's own, or stricter than that. */
export const onlyIf =
  (isStricter: (value: unknown, users: unknown) => boolean): Narrow =>
  (value, users) =>
    value === users || isStricter(value, users) ? { kept: value, left: [] } : { left: [[]] }

/** Lower is stricter: an untrusted workspace may lower the number. */
export const onlyLower: Narrow = onlyIf((value, users) => typeof value === 'number' && value <= Number(users))

/** On is stricter: it gives the user more say, or isolates agents more. */
export const onlyOn: Narrow = onlyIf((value) => value === true)

/** No value is stricter than another: only the user's own counts. */
export const onlySame: Narrow = onlyIf(() => false)
