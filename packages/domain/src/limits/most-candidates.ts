/** More candidates for a step are not asked for. */
export const MOST_CANDIDATES = 8
