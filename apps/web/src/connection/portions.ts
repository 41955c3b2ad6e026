/** Longer texts are cut on the way; the whole event is asked for when somebody wants to read it. */
export const CUT = 100_000

/** So many events are read at once. Of a longer log the newest are shown while the rest is read. */
export const NEWEST = 1_000
