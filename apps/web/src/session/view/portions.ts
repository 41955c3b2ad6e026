/** Longer texts are cut in transit. The whole event is fetched when the user wants to read it. */
export const CUT = 100_000

/**
 * How many events are read at once. For a longer log, the newest are shown first and the rest is read after they are
 * painted: folding 80,000 events takes over a second. A second fold on the server could disagree with this one.
 */
export const NEWEST = 1_000
