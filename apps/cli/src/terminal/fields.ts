import type { CliProgram } from '../program.ts'
import { printLines, textWidth } from './print.ts'
import { wrap } from './wrap.ts'

/** Prints one name and value per line. Empty values are skipped. */
export function printFields(program: CliProgram, fields: readonly (readonly [string, string])[]): number {
  const { out } = program.terminal
  const shown = fields.filter(([, value]) => value !== '')
  const widest = Math.max(0, ...shown.map(([name]) => name.length)) + 2
  const width = textWidth(out)
  return printLines(
    program,
    shown.flatMap(([name, value]) => {
      const margins = { first: out.style.dim(name.padEnd(widest)), rest: ' '.repeat(widest) }
      return wrap([{ text: value }], width, margins)
    }),
  )
}
