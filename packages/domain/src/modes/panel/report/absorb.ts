import { strike, unknownCitations } from '../../../answer/citations.ts'
import { type EventPlace, type Fact, fact } from '../../../event/event.ts'
import type { TaskReport } from '../../../mode/mode.ts'
import { isReserveSpent } from '../ballot/reserve.ts'
import { agentMessage } from '../setup/agent-messages.ts'
import { completed } from './report.ts'
import { missingSections } from './sections.ts'
import type { ReportContext } from './state.ts'

/** Reads the Head's report, its repair, and what it says later. */
export function absorbReport(context: ReportContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  switch (context.session.tasks[report.task]?.kind) {
    case 'synthesize':
      return report.ok ? synthesized(context, report, place) : []
    case 'repair_citations':
      return repaired(context, report, place)
    case 'follow_up':
      return report.ok ? [agentMessage(context.run, report, { kind: 'answer', text: report.report }, place)] : []
    default:
      return []
  }
}

/** A report with unknown citations or missing sections is sent back once. It becomes a message once it is complete. */
function synthesized(context: ReportContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const unknown = unknownCitations(report.report, context.session.messages.size)
  const missing =
    isReserveSpent(context.run) || context.panel.opening.rehearsal ? [] : missingSections(context.panel, report.report)
  if (unknown.length + missing.length === 0) return [published(context, report, place, report.report)]
  const cited = `The report cites messages that do not exist: ${unknown.join(', ')}.`
  const lacks = `The report lacks sections: ${missing.join(', ')}.`
  return [
    ...(unknown.length > 0
      ? [fact('warning', { code: 'unknown_citations', message: cited, details: [...unknown] }, place)]
      : []),
    ...(missing.length > 0
      ? [fact('warning', { code: 'missing_sections', message: lacks, details: [...missing] }, place)]
      : []),
  ]
}

/** After the repair, unknown citations are removed and missing sections marked as not written, with warnings. */
function repaired(context: ReportContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const text = better(context, report.ok ? report.report : '')
  const messages = context.session.messages.size
  const unknown = unknownCitations(text, messages)
  const missing = missingSections(context.panel, text)
  const struck = `Citations of messages that do not exist were removed from the report: ${unknown.join(', ')}.`
  const unwritten = `The Head did not write these sections: ${missing.join(', ')}.`
  return [
    ...(unknown.length > 0
      ? [fact('warning', { code: 'citations_struck', message: struck, details: [...unknown] }, place)]
      : []),
    ...(missing.length > 0
      ? [fact('warning', { code: 'sections_unwritten', message: unwritten, details: [...missing] }, place)]
      : []),
    published(context, report, place, unknown.length > 0 ? strike(text, messages) : text),
  ]
}

/** Keeps the better of two paid-for texts: the new one counts unless it lacks more sections than the draft. */
function better({ panel }: ReportContext, text: string): string {
  const { draft } = panel.report
  return text.trim() !== '' && missingSections(panel, text).length <= missingSections(panel, draft).length
    ? text
    : draft
}

const published = (context: ReportContext, report: TaskReport, place: EventPlace, text: string): Fact =>
  agentMessage(context.run, report, { kind: 'synthesis', text: completed(context, text) }, place)
