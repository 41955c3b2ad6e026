/** So much does a place near the top count less than one right at it: the usual constant. */
const FLATNESS = 60

/** Reciprocal-rank fusion: top entries of any list come first, entries in several lists before the rest. */
export function fuse(...lists: readonly (readonly number[])[]): readonly number[] {
  const scores = new Map<number, number>()
  for (const list of lists)
    for (const [place, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (FLATNESS + place + 1))
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id)
}
