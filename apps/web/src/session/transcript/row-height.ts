import type { Entry } from '../view/view.ts'

const LINE = 22
const AROUND = 44
const CARD = 36
const SAMPLE = 40

/** The estimated height of an entry in pixels, for a given line length. */
export function entryHeight(entry: Entry | undefined, characters: number): number {
  if (entry?.kind !== 'said') return CARD
  return AROUND + LINE * Math.max(1, Math.ceil(entry.text.length / characters))
}

/**
 * The assumed height of rows not measured yet: the median of the newest. If it is too small, the list mounts many times
 * more rows than are visible.
 */
export function typicalHeight<T>(rows: readonly T[], heightOf: (row: T) => number): number {
  const heights = rows.slice(-SAMPLE).map(heightOf)
  const middle = heights.sort((one, other) => one - other)[heights.length >> 1] ?? CARD
  return Math.min(1_000, Math.max(CARD, middle))
}
