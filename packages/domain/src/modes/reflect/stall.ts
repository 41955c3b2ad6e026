const TOO_ALIKE = 0.9
const WINDOW = 5

/** Shared words over all words, as sets of whitespace tokens: 1 is identical, 0 is nothing in common. */
export function jaccard(one: string, other: string): number {
  const first = tokens(one)
  const second = tokens(other)
  const shared = [...first].filter((token) => second.has(token)).length
  const all = first.size + second.size - shared
  return all === 0 ? 1 : shared / all
}

const tokens = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((token) => token !== ''))

/** How similar a result is to earlier ones, oldest first, if too similar. Undefined is progress. */
export function stalledAt(result: string, before: readonly string[]): number | undefined {
  if (before.slice(-WINDOW).includes(result)) return 1
  const previous = before.at(-1)
  const similarity = previous === undefined ? 0 : jaccard(result, previous)
  return similarity > TOO_ALIKE ? similarity : undefined
}
