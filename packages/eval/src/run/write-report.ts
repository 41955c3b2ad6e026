import { join } from 'node:path'
import { replaceFile } from '@convene/platform'
import { ballotLines } from '../comparison/ballot-lines.ts'
import type { EvalPlan } from '../comparison/eval-plan.ts'
import { type EvalReport, evalReport } from '../comparison/report.ts'
import { evalMarkdown } from '../comparison/report-markdown.ts'
import { evalFolder } from './eval-folder.ts'
import { findingsOf } from './findings.ts'
import type { EvalJournal } from './journal.ts'

/** A report, and where its files are. */
export type WrittenReport = { readonly report: EvalReport; readonly notes: readonly string[]; readonly folder: string }

/** Writes the report as Markdown and JSON, and every arm's votes in the format of `convene decisions replay`. */
export function writeReport(home: string, plan: EvalPlan, journal: EvalJournal): WrittenReport {
  const findings = findingsOf(plan, journal)
  const report = evalReport(findings)
  const notes = journal.sized ? [journal.sized.note] : []
  const folder = evalFolder(home, plan.id)
  const file = (name: string, text: string) => replaceFile(join(folder, name), text)
  file('report.md', evalMarkdown({ name: plan.name, seats: plan.seats, notes }, report))
  file('report.json', `${JSON.stringify({ ...report, notes, seats: plan.seats }, null, 2)}\n`)
  for (const arm of findings.arms) {
    const answers = findings.answers.filter((answer) => answer.arm === arm)
    const lines = ballotLines(`${plan.name} ${arm}`, findings.questions, answers)
    if (lines !== '') file(`votes-${arm.replaceAll(/[^\w-]/gu, '_')}.jsonl`, lines)
  }
  return { report, notes, folder }
}
