import { cellsOf, graphemes, widthOf } from './width.ts'
import type { Margins, Span } from './wrap.ts'

/**
 * Breaks a line into rows of at most `width` cells and keeps every space, for text that must be shown verbatim. Later
 * rows begin with a mark, so no break looks like the end of the line.
 */
export function breakLine({ text, paint = (row) => row }: Span, width: number, { first, rest }: Margins): string[] {
  const most = Math.max(1, width - Math.max(widthOf(first), widthOf(rest)))
  const rows: string[] = []
  let row = ''
  let room = most
  for (const grapheme of graphemes(text.replaceAll('\t', '  '))) {
    const cells = cellsOf(grapheme)
    if (cells > room && row !== '') {
      rows.push(row)
      row = ''
      room = most
    }
    row += grapheme
    room -= cells
  }
  return [...rows, row].map((each, index) => (index === 0 ? first : rest) + paint(each))
}
