/** For files and pipes: nothing is broken there. */
export const UNBROKEN = 10_000

/** Breaks plain text between words. Part of every start, so it knows neither colours nor wide characters. */
export function breakWords(text: string, width: number, first = '', rest = ''): readonly string[] {
  const rows: string[] = []
  let row = first
  for (const [index, word] of text.split(' ').entries()) {
    if (index > 0 && row.length + 1 + word.length > width) {
      rows.push(row)
      row = rest + word
    } else row += index > 0 ? ` ${word}` : word
  }
  return [...rows, row]
}
