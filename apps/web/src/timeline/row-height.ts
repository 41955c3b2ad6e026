import type { Entry } from '../session/view.ts'

const LINE = 22
const AROUND = 44
const CARD = 36
const SAMPLE = 40

/** About how tall an entry is in pixels, where a line holds so many characters. */
export function entryHeight(entry: Entry | undefined, characters: number): number {
  if (entry?.kind !== 'said') return CARD
  return AROUND + LINE * Math.max(1, Math.ceil(entry.text.length / characters))
}

/**
 * What a list takes for the height of rows that it has not seen yet: the middle of the newest. A list that takes them for
 * small mounts many times what is in sight before it knows better.
 */
export function typicalHeight<T>(rows: readonly T[], heightOf: (row: T) => number): number {
  const heights = rows.slice(-SAMPLE).map(heightOf)
  const middle = heights.sort((one, other) => one - other)[heights.length >> 1] ?? CARD
  return Math.min(1_000, Math.max(CARD, middle))
}
