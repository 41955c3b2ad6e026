import type { Entry, View } from '../view/view.ts'

/** More would hide the picture above. */
const MOST_NOTES = 3

/**
 * What the picture of a run cannot show: the newest words and notes while it lasts, and its ending with everything
 * after it.
 */
export function newestKeys({ entries }: View, order: readonly string[]): readonly string[] {
  const shown = order.filter((key) => isShown(entries.get(key)))
  const ended = shown.findLastIndex((key) => entries.get(key)?.kind === 'ending')
  const since = shown.slice(ended + 1)
  const hasBegunAgain = since.some((key) => entries.get(key)?.kind === 'opening')
  if (ended >= 0 && !hasBegunAgain) return [shown[ended] ?? '', ...since]
  const begun = since.findLastIndex((key) => entries.get(key)?.kind === 'opening')
  return lastOf(since.slice(begun + 1), entries)
}

/** The newest words, and the notes after them. */
function lastOf(keys: readonly string[], entries: View['entries']): readonly string[] {
  const said = keys.findLastIndex((key) => entries.get(key)?.kind === 'said')
  const notes = keys.slice(said + 1).slice(-MOST_NOTES)
  return said < 0 ? notes : [keys[said] ?? '', ...notes]
}

const isShown = (entry: Entry | undefined): boolean => entry !== undefined && entry.level !== 'full'
