import { z } from 'zod'

/**
 * What the events say about a claim. `seen`: an event proves it. `said`: only the agent's own report of what
 * it did shows it. `stale`: an event proves it for an older state of the
 * files. `contradicted`: an event shows the opposite. `not_seen`: nothing of the kind is in the log.
 */
export const Mark = z.enum(['seen', 'said', 'stale', 'contradicted', 'not_seen'])
export type Mark = z.infer<typeof Mark>

/** A sentence that claims an action or its result, and what the events say about it. */
export const Claim = z.object({
  mark: Mark,
  /** The sentence as the agent wrote it. */
  text: z.string(),
  /** What it claims, in our words. */
  what: z.string(),
  /** Why it has this mark, in our words. */
  why: z.string(),
  /** The event that decided it, if one did. */
  by: z.number().int().min(0).optional(),
  /** When that event happened. */
  at: z.number().optional(),
})
export type Claim = z.infer<typeof Claim>

/** More would not be read. */
export const MOST_CLAIMS = 24
