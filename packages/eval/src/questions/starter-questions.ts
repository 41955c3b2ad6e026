/**
 * The first questions of every topic, written for Convene: engineering decisions with an answer that can be checked.
 */
export async function starterQuestions(count: number): Promise<readonly unknown[]> {
  const { default: all } = await import('./starter.json', { with: { type: 'json' } })
  const topics = [...new Set(all.map(({ topic }) => topic))]
  const inTurn = all.map((row) => ({ row, place: all.filter(({ topic }) => topic === row.topic).indexOf(row) }))
  return inTurn
    .toSorted(
      (one, other) => one.place - other.place || topics.indexOf(one.row.topic) - topics.indexOf(other.row.topic),
    )
    .slice(0, count)
    .map(({ row }) => row)
}
