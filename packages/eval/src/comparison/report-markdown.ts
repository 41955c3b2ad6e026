import { cleanLine, countText } from '@convene/domain'
import type { EvalReport } from './report.ts'
import { type ReportTable, reportTables } from './report-tables.ts'

export type ReportFrame = {
  readonly name: string
  readonly seats: { readonly [kind: string]: readonly string[] }
  readonly notes: readonly string[]
}

/** The report as a Markdown document. */
export function evalMarkdown({ name, seats, notes }: ReportFrame, report: EvalReport): string {
  const models = Object.entries(seats).map(([kind, names]) => `- ${cell(kind)}: ${names.map(cell).join(', ')}`)
  return [
    `# Eval: ${cell(name)}`,
    report.sentence,
    ...notes,
    ...agreementLines(report),
    ...reportTables(report).map(tableText),
    ...(models.length > 0 ? [`## Models\n\n${models.join('\n')}`] : []),
    '',
  ].join('\n\n')
}

/** How far the judge can be trusted, from the answers that the user has graded too. */
export function agreementLines({ agreement }: EvalReport): readonly string[] {
  if (!agreement) return []
  const { pairs, same, kappa } = agreement
  const beyond = kappa === null ? '' : ` (kappa ${kappa.toFixed(2)})`
  return [`You and the judge agree on ${same} of ${countText(pairs, 'pair')}${beyond}.`]
}

const tableText = ({ title, head, rows }: ReportTable): string =>
  [`## ${title}\n`, row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
const cell = (text: string): string => cleanLine(text).replaceAll('|', '\\|')
