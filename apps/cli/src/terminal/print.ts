import { cleanJson } from '@convene/domain'
import type { Program } from '../program.ts'
import { asStarted } from './as-started.ts'
import { tableRows } from './table.ts'

/** Width for files and pipes: nothing is cut there. */
const UNCUT = 10_000

/** Prints lines on standard output. */
export function printLines({ terminal }: Program, lines: readonly string[]): number {
  if (lines.length > 0) terminal.out.write(`${lines.join('\n')}\n`)
  return 0
}

/** Prints a value as JSON on standard output. */
export function printJson({ terminal }: Program, value: unknown): number {
  terminal.out.write(`${cleanJson(value, 2)}\n`)
  return 0
}

export type Table = {
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly flexible?: number
  /** A line below a row. */
  readonly below?: readonly (string | undefined)[]
}

/** Prints a table as wide as the terminal, or nothing if it has no rows. In a file or a pipe, nothing is cut. */
export function printTable(program: Program, { titles, rows, flexible, below = [] }: Table): number {
  if (rows.length === 0) return 0
  const { out } = program.terminal
  const width = out.isTerminal ? out.columns() : UNCUT
  const [head = '', ...lines] = tableRows(titles, rows, { width, style: out.style }, flexible)
  return printLines(program, [head, ...lines.flatMap((line, index) => [line, below[index] ?? []].flat())])
}

/** Prints a hint that is not part of the answer, on standard error. */
export function printNote({ terminal }: Program, text: string): void {
  terminal.err.write(`${terminal.err.style.dim(asStarted(terminal, text))}\n`)
}
