/** The longest run of backticks: nothing inside closes a fence with one more. */
export function longestTicks(text: string): number {
  let longest = 0
  for (const { 0: row } of text.matchAll(/`+/gu)) longest = Math.max(longest, row.length)
  return longest
}
