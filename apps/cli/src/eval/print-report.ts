import { agreementLines, cleanLine, reportTables } from '@convene/domain'
import type { WrittenReport } from '@convene/host'
import type { Program } from '../program.ts'
import { printJson, printLines, printTable } from '../terminal/print.ts'
import { wrap } from '../terminal/wrap.ts'

const WIDEST = 100

/** The verdict first, then the tables behind it. */
export function printReport(program: Program, { report, notes, folder }: WrittenReport, isJson: boolean): void {
  if (isJson) {
    printJson(program, { ...report, notes, folder })
    return
  }
  const { style, columns, isTerminal } = program.terminal.out
  const width = isTerminal ? Math.min(WIDEST, columns() - 1) : WIDEST
  const said = [report.sentence, ...notes, ...agreementLines(report)]
  printLines(
    program,
    said.flatMap((text) => wrap([{ text: cleanLine(text) }], width, { first: '', rest: '' })),
  )
  for (const { title, head, rows } of reportTables(report)) {
    printLines(program, ['', style.bold(title)])
    printTable(program, { titles: head, rows: rows.map((row) => row.map(cleanLine)), flexible: 0 })
  }
}
