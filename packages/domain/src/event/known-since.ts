import type { FactType } from './facts.ts'

/**
 * The fold (`Domain.version`) that first knew a type, or the newest version of it. A new type, and a type whose version
 * or effect changes, gets a row here: servers of two versions share a database during an update. Types without a row
 * are known to all of them.
 */
export const knownSince: { readonly [T in FactType]?: number } = {
  // In older ones, a fork keeps what was allowed in the original, or counts the time since the cut as work.
  'session.forked': 31,
  // Older ones let steps that were to ask act on what was allowed before the gate.
  'question.answered': 30,
}

/** The oldest fold that can read these events. 0: any. */
export const foldFor = (events: readonly { readonly type: FactType }[]): number =>
  events.reduce((most, { type }) => Math.max(most, knownSince[type] ?? 0), 0)
