/** Longer texts are cut on the way; the whole event is asked for when somebody wants to read it. */
export const CUT = 100_000

/**
 * How many events are read at once. Of a longer log, the newest are shown first and the rest is read after they are painted:
 * folding 80,000 events takes over a second, and a second fold for screens on the server would be a second truth.
 */
export const NEWEST = 1_000
