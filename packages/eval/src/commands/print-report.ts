import { cleanLine } from '@convene/domain'
import type { CommandContext } from '@convene/host'
import { agreementLines } from '../comparison/report-markdown.ts'
import { reportTables } from '../comparison/report-tables.ts'
import type { WrittenReport } from '../run/write-report.ts'

const WIDEST = 100

/** The verdict first, then the tables behind it. */
export function printReport(context: CommandContext, { report, notes, folder }: WrittenReport): void {
  if (context.input.flag('json')) {
    context.printJson({ ...report, notes, folder })
    return
  }
  for (const text of [report.sentence, ...notes, ...agreementLines(report)])
    context.printWrapped(cleanLine(text), WIDEST)
  for (const { title, head, rows } of reportTables(report)) {
    context.printLines(['', context.terminal.out.style.bold(title)])
    context.printTable({ titles: head, rows: rows.map((row) => row.map(cleanLine)), flexible: 0 })
  }
}
