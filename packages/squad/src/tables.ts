import { type Heading, type MarkdownLine, squadHeading } from './lines.ts'
import { withoutMarkdown } from './plain-text.ts'

export type TableRow = { readonly number: number; readonly cells: readonly string[] }

/** A table and the headings above it, nearest last. `ruled` means that it has the line of dashes. */
export type MarkdownTable = {
  readonly under: readonly Heading[]
  readonly header: TableRow
  readonly ruled: boolean
  readonly rows: readonly TableRow[]
  /** The number of the table's last line. */
  readonly end: number
}

const LONGEST = 10_000

/** Every table on a page. One without the line of dashes counts only if its first line names people. */
export function tablesIn(lines: readonly MarkdownLine[]): readonly MarkdownTable[] {
  const tables: MarkdownTable[] = []
  let under: readonly Heading[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as MarkdownLine
    const heading = squadHeading(line)
    if (heading) under = [...under.filter(({ level }) => level < heading.level), heading]
    const table = tableAt(lines, index, under)
    if (!table) continue
    tables.push(table)
    index = table.end - (lines[0]?.number ?? 1)
  }
  return tables
}

function tableAt(lines: readonly MarkdownLine[], index: number, under: readonly Heading[]): MarkdownTable | undefined {
  const [first, second] = [lines[index] as MarkdownLine, lines[index + 1]]
  if (!isRow(first) || isRule(first.text)) return undefined
  const ruled = second !== undefined && !second.aside && isRule(second.text)
  const header = rowOf(first)
  if (!ruled && nameColumn(header) === -1) return undefined
  const rows: TableRow[] = []
  let next = index + (ruled ? 2 : 1)
  for (; isRow(lines[next]); next++)
    if (!isRule((lines[next] as MarkdownLine).text)) rows.push(rowOf(lines[next] as MarkdownLine))
  return { under, header, ruled, rows, end: (lines[next - 1] as MarkdownLine).number }
}

const isRow = (line: MarkdownLine | undefined): line is MarkdownLine => line?.aside === false && line.text.includes('|')

const isRule = (text: string): boolean =>
  text.includes('-') && text.includes('|') && /^[\s|:-]+$/u.test(text.slice(0, LONGEST))

const rowOf = ({ text, number }: MarkdownLine): TableRow => ({ number, cells: splitCells(text) })

/** Cells without the bars around them. `\|` is a literal bar. */
export function splitCells(text: string): readonly string[] {
  const cells = text
    .slice(0, LONGEST)
    .trim()
    .split(/(?<!\\)\|/u)
  const inner = cells.slice(cells[0]?.trim() === '' ? 1 : 0)
  return (inner.length > 1 && inner.at(-1)?.trim() === '' ? inner.slice(0, -1) : inner).map((cell) => cell.trim())
}

/** The column whose heading matches, or -1. */
export const columnOf = ({ cells }: TableRow, fits: RegExp): number =>
  cells.findIndex((cell) => fits.test(withoutMarkdown(cell).toLowerCase()))

/** The column of people's names, or -1. */
export function nameColumn(header: TableRow): number {
  const usual = columnOf(header, /^(?:(?:agent|team|member) ?)?(?:name|member)$/u)
  return usual === -1 ? columnOf(header, /^agent$/u) : usual
}
