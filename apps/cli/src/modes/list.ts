import { modes } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printTable } from '../terminal/print.ts'

/** `convene modes`. */
export async function listModes(program: CliProgram, input: Input): Promise<number> {
  const rows = Object.values(modes).map(({ name, summary }) => ({ name, summary }))
  if (input.flag('json')) return printJson(program, rows)
  return printTable(program, {
    titles: ['mode', 'what happens'],
    rows: rows.map(({ name, summary }) => [name, summary]),
    describes: true,
  })
}
