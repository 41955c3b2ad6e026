const MOST = 50

/** How to recognize equal items, and how to say that there were more. */
export type Summary<T> = {
  key(item: T): string
  times(item: T, count: number): T
  rest(count: number): T
}

/** At most fifty items: equal ones become one with a count, and the rest becomes a number. */
export function sumUp<T>(items: readonly T[], { key, times, rest }: Summary<T>, most = MOST): readonly T[] {
  const counts = new Map<string, { readonly item: T; count: number }>()
  for (const item of items) {
    const known = counts.get(key(item))
    if (known) known.count += 1
    else counts.set(key(item), { item, count: 1 })
  }
  const kinds = [...counts.values()]
  const shown = kinds.slice(0, most).map(({ item, count }) => (count === 1 ? item : times(item, count)))
  const left = kinds.slice(most).reduce((sum, { count }) => sum + count, 0)
  return left === 0 ? shown : [...shown, rest(left)]
}

/** The same for plain texts. */
export const sumUpTexts = (texts: readonly string[], most = MOST): readonly string[] =>
  sumUp(texts, { key: (text) => text, times: (text, count) => `${text} (${count} times)`, rest: moreText }, most)

export const moreText = (count: number): string => `${count} more like these.`
