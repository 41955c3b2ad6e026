/**
 * How long a test waits for what must come. A busy machine is slow, not wrong, so no test sets a shorter limit: what is
 * waited for comes, or never does.
 */
export const PATIENCE_MS = 120_000

/** How long a whole test or hook may take: several waits in a row, each of which says what it waited for. */
export const TEST_MS = 900_000
