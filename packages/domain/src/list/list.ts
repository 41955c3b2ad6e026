const CHUNK = 32

/**
 * An append-only list that older states keep sharing. With a spread, each turn of a long session would cost more than
 * the one before. Here an append copies at most one chunk.
 */
export type List<T> = { readonly size: number; readonly full: readonly (readonly T[])[]; readonly tail: readonly T[] }

const EMPTY: List<never> = { size: 0, full: [], tail: [] }

export const emptyList = <T>(): List<T> => EMPTY

export function append<T>(list: List<T>, item: T): List<T> {
  const size = list.size + 1
  if (list.tail.length < CHUNK) return { size, full: list.full, tail: [...list.tail, item] }
  return { size, full: [...list.full, list.tail], tail: [item] }
}

export function at<T>(list: List<T>, index: number): T | undefined {
  if (index < 0 || index >= list.size) return undefined
  const chunk = Math.floor(index / CHUNK)
  return (chunk < list.full.length ? list.full[chunk] : list.tail)?.[index % CHUNK]
}

export const last = <T>(list: List<T>): T | undefined => list.tail[list.tail.length - 1]

/** Newest first: looking for something recent does not walk the whole session. */
export function findLast<T>(list: List<T>, matches: (item: T) => boolean): T | undefined {
  for (let index = list.size - 1; index >= 0; index--) {
    const item = at(list, index) as T
    if (matches(item)) return item
  }
  return undefined
}

export function* items<T>(list: List<T>): Generator<T> {
  for (const chunk of list.full) yield* chunk
  yield* list.tail
}

export const toArray = <T>(list: List<T>): T[] => [...list.full.flat(), ...list.tail] as T[]

/** The results of `read` per chunk. It reads a full chunk only once, however long the list lives and grows. */
export function perChunk<T, Found>(read: (chunk: readonly T[]) => Found): (list: List<T>) => readonly Found[] {
  const known = new WeakMap<readonly T[], Found>()
  const found = (chunk: readonly T[]): Found => {
    const before = known.get(chunk)
    if (before !== undefined) return before
    const now = read(chunk)
    known.set(chunk, now)
    return now
  }
  return ({ full, tail }) => [...full.map(found), read(tail)]
}

/** The same chunks as appending the values one by one. */
export function listOf<T>(...values: readonly T[]): List<T> {
  if (values.length === 0) return emptyList()
  const beforeTail = Math.floor((values.length - 1) / CHUNK)
  const chunk = (index: number) => values.slice(index * CHUNK, (index + 1) * CHUNK)
  return {
    size: values.length,
    full: Array.from({ length: beforeTail }, (_, index) => chunk(index)),
    tail: chunk(beforeTail),
  }
}
