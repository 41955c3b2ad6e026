import { cleanJson } from '@convene/domain'
import type { CliProgram } from '../program.ts'
import { asStarted } from './as-started.ts'
import { breakLine } from './break-line.ts'
import { type TablePage, tableRows } from './table.ts'
import type { TextSink } from './terminal.ts'
import { widthOf } from './width.ts'
import { wrap } from './wrap.ts'

/** Width for files and pipes: nothing is cut there. */
const UNCUT = 10_000

/** How wide a text may be. */
export const textWidth = (sink: TextSink): number => (sink.isTerminal ? sink.columns() - 1 : UNCUT)

/** Prints lines of ours on standard output, with commands written the way the program was started. */
export const printLines = (program: CliProgram, lines: readonly string[]): number =>
  printVerbatim(
    program,
    lines.map((line) => asStarted(program.terminal, line)),
  )

/** Prints lines that others wrote, such as answers and files, as they are. */
export function printVerbatim({ terminal }: CliProgram, lines: readonly string[]): number {
  if (lines.length > 0) terminal.out.write(`${lines.join('\n')}\n`)
  return 0
}

/** Prints a value as JSON on standard output. */
export function printJson({ terminal }: CliProgram, value: unknown): number {
  terminal.out.write(`${cleanJson(value, 2)}\n`)
  return 0
}

export type PrintedTable = {
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly flexible?: number
  /** Columns to leave out, in this order, if the flexible one would be too narrow to read. */
  readonly spares?: readonly number[]
  /** A line below a row. */
  readonly below?: readonly (string | undefined)[]
  /** The last column is a sentence. If the terminal is too narrow for it there, it is below its row. */
  readonly describes?: boolean
  /** A flexible cell that was shortened is repeated below its row, uncut: what it hides is part of what is answered. */
  readonly isWhole?: boolean
}

/** Prints a table as wide as the terminal, or nothing if it has no rows. In a file or a pipe, nothing is cut. */
export function printTable(program: CliProgram, table: PrintedTable): number {
  if (table.rows.length === 0) return 0
  const { out } = program.terminal
  const page = { width: out.isTerminal ? out.columns() : UNCUT, style: out.style }
  const { titles, rows, flexible, below = [] } = fitted(table, page)
  const [head = '', ...lines] = tableRows(titles, rows, page, flexible)
  const cell = (index: number) => (table.isWhole ? (rows[index]?.[flexible ?? titles.length - 1] ?? '') : '')
  return printVerbatim(program, [
    head,
    ...lines.flatMap((line, index) => [line, ...uncut(line, cell(index), page), below[index] ?? []].flat()),
  ])
}

function fitted(table: PrintedTable, page: TablePage): PrintedTable {
  if (table.describes) return withSentences(table, page)
  return table.spares ? withoutSpares(table, page) : table
}

/** The table with as many columns as leave its flexible one readable. */
function withoutSpares(table: PrintedTable, page: TablePage): PrintedTable {
  const { titles, rows, flexible = titles.length - 1, spares = [] } = table
  const [spare, ...others] = spares
  if (spare === undefined || flexibleWidth(table, page) >= LEAST_TITLE) return table
  const without = (cells: readonly string[]) => cells.toSpliced(spare, 1)
  const moved = (column: number) => (column > spare ? column - 1 : column)
  const next = {
    titles: without(titles),
    rows: rows.map(without),
    flexible: moved(flexible),
    spares: others.map(moved),
  }
  return withoutSpares({ ...table, ...next }, page)
}

/** Fewer characters of a title do not tell one from another. */
const LEAST_TITLE = 32

/** The room for the flexible column, or all that it needs. */
function flexibleWidth({ titles, rows, flexible = titles.length - 1 }: PrintedTable, { width }: TablePage): number {
  const widths = titles.map((title, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), widthOf(title)),
  )
  const own = widths[flexible] ?? 0
  const over = widths.reduce((sum, each) => sum + each + 2, -2) - (width - 1)
  return over > 0 ? own - over : LEAST_TITLE
}

/** The full text of a cell that its row cuts off. */
const uncut = (line: string, cell: string, { width, style }: TablePage): readonly string[] =>
  line.includes(cell) ? [] : breakLine({ text: cell }, width - 1, { first: '  ', rest: style.dim('  ↳ ') })

/** The table with its sentences below their rows, if there is no room for them beside. */
function withSentences(table: PrintedTable, { width, style }: TablePage): PrintedTable {
  const titles = table.titles.slice(0, -1)
  const rows = table.rows.map((row) => row.slice(0, titles.length))
  const beside = titles.map((title, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), widthOf(title)),
  )
  const room = width - 1 - beside.reduce((sum, each) => sum + each + 2, 0)
  if (table.rows.every((row) => widthOf(row[titles.length] ?? '') <= room)) return table
  const sentence = (row: readonly string[]) =>
    wrap([{ text: row[titles.length] ?? '', paint: style.dim }], width - 1, { first: '  ', rest: '  ' }).join('\n')
  return { titles, rows, below: table.rows.map(sentence) }
}

/** Prints a text in lines as wide as the terminal, or as `widest`. In a file or a pipe, only `widest` breaks it. */
export const printText = (program: CliProgram, text: string, widest = UNCUT): number =>
  printLines(program, wrap([{ text }], Math.min(widest, textWidth(program.terminal.out))))

/** Prints a notice that is not part of the answer, on standard error. */
export function printNote({ terminal }: CliProgram, text: string): void {
  terminal.err.write(`${terminal.err.style.dim(text)}\n`)
}
