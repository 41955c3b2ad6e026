/** The word the user probably meant, or undefined if none is close. Small, so that a typo loads nothing heavy. */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase().slice(0, 60)
  const most = Math.max(1, Math.floor(wanted.length / 3))
  const ranked = [...new Set(candidates)]
    .filter((candidate) => candidate !== '')
    .map((candidate) => ({ candidate, edits: editsBetween(wanted, candidate.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits)
  const best = ranked[0]
  if (best && best.edits <= most) return best.candidate
  return wanted.length < 2 ? undefined : ranked.find(({ candidate }) => candidate.startsWith(wanted))?.candidate
}

/** Edit distance: letters added, dropped, replaced, or swapped with a neighbour. */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = !isSame && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const replaced = (previous[column - 1] ?? 0) + (isSame ? 0 : 1)
      current.push(Math.min(swapped, replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
