import { inlineSpans, type MarkdownPage } from './markdown.ts'
import type { Style } from './style.ts'
import { pad, widthOf } from './width.ts'
import { wrap } from './wrap.ts'

/** Whether a line may belong to a table. The next ones decide. */
export const isTableLine = (line: string): boolean => /^\s{0,3}\|.*\|\s*$/u.test(line)

const NARROWEST = 5
const BETWEEN = ' │ '

/** A Markdown table in columns, or undefined if these lines are not a table or do not fit. No cell is left out. */
export function markdownTable(lines: readonly string[], { width, style }: MarkdownPage): readonly string[] | undefined {
  const [head = [], rule = [], ...body] = lines.map(cellsIn)
  const isTable = rule.length === head.length && rule.every((cell) => /^:?-+:?$/u.test(cell))
  if (!isTable || head.length < 2 || body.some((row) => row.length > head.length)) return undefined
  const natural = head.map((_, column) =>
    Math.max(1, ...[head, ...body].map((row) => cellWidth(row[column] ?? '', style))),
  )
  const widths = widthsFor(natural, width - BETWEEN.length * (head.length - 1))
  if (!widths) return undefined
  const drawn = (row: readonly string[], paint = (text: string) => text) => {
    const cells = widths.map((most, column) => wrap(inlineSpans(row[column] ?? '', style), most))
    const height = Math.max(...cells.map((cell) => cell.length))
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((cell, column) => paint(aligned(cell[line] ?? '', widths[column] ?? 0, rule[column] ?? '')))
        .join(style.dim(BETWEEN))
        .trimEnd(),
    )
  }
  const line = style.dim(widths.map((most) => '─'.repeat(most)).join('─┼─'))
  return [...drawn(head, style.bold), line, ...body.flatMap((row) => drawn(row))]
}

function cellsIn(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/u, '').replace(/\|$/u, '')
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.replaceAll('\\|', '|').trim())
}

function aligned(text: string, width: number, rule: string): string {
  const isRight = rule.endsWith(':') && !rule.startsWith(':')
  return isRight ? ' '.repeat(Math.max(0, width - widthOf(text))) + text : pad(text, width)
}

/** As wide as the content. If that is too much, the widest columns share the remaining room. */
function widthsFor(natural: readonly number[], room: number): readonly number[] | undefined {
  if (natural.length * NARROWEST > room) return undefined
  let most = Math.max(...natural)
  const taken = () => natural.reduce((sum, each) => sum + Math.min(each, most), 0)
  while (taken() > room) most -= 1
  return natural.map((each) => Math.min(each, most))
}

const cellWidth = (cell: string, style: Style): number =>
  inlineSpans(cell, style).reduce((sum, { text }) => sum + widthOf(text), 0)
