/** The longest row of backticks: a fence with one more is closed by nothing inside. */
export function longestTicks(text: string): number {
  let longest = 0
  for (const { 0: row } of text.matchAll(/`+/gu)) longest = Math.max(longest, row.length)
  return longest
}
