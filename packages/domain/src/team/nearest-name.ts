/** The name that was probably meant, or undefined if nothing is close enough to suggest. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase().slice(0, 60)
  const allowed = Math.max(1, Math.floor(wanted.length / 3))
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, candidate.toLowerCase().slice(0, 60)) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate ?? candidates.find((candidate) => startsAlike(wanted, candidate.toLowerCase()))
}

const startsAlike = (a: string, b: string): boolean => a.length >= 3 && b !== '' && (b.startsWith(a) || a.startsWith(b))

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
export function distanceBetween(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      const swapped = cost === 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + cost,
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
