import type { FactType } from './facts.ts'

/**
 * The fold (`Domain.version`) that first knew a type, or the newest version of it. A new type, and a type whose version
 * or effect changes, gets a row here: servers of two versions share a database during an update. Types without a row
 * are known to all of them.
 */
export const knownSince: { readonly [T in FactType]?: number } = {}

/** The oldest fold that can read these events. 0: any. */
export const foldFor = (events: readonly { readonly type: FactType }[]): number =>
  events.reduce((most, { type }) => Math.max(most, knownSince[type] ?? 0), 0)
