import type { Event, EventOf } from '../../../event/event.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Json } from '../../../shared/json.ts'
import type { ReportState } from './state.ts'

/** Records how the report is written. */
export function evolveReport(report: ReportState, event: Event): ReportState {
  switch (event.type) {
    case 'task.assigned':
      return event.data.via ? report : assigned(report, event)
    case 'task.finished':
      return event.task === report.writing ? finished(report, event) : report
    case 'message':
      return event.data.kind === 'synthesis' && event.data.role !== 'user'
        ? { ...report, message: event.id as MessageId }
        : report
    case 'warning':
      return warned(report, event)
    case 'run.finished':
      return { ...report, over: true }
    default:
      return report
  }
}

function assigned(report: ReportState, { data: { kind }, task }: EventOf<'task.assigned'>): ReportState {
  if (kind === 'synthesize') return { ...report, reportsAsked: report.reportsAsked + 1, writing: task ?? null }
  return kind === 'repair_citations' ? { ...report, repairsAsked: report.repairsAsked + 1 } : report
}

/**
 * A report that a limit cut off before its first word does not count as asked for: it is requested once more, from the
 * reserve. The second time it counts.
 */
function finished(before: ReportState, { data }: EventOf<'task.finished'>): ReportState {
  const report = { ...before, writing: null }
  const { ok, report: draft, error } = data
  if (ok) return { ...report, draft }
  if (error?.code !== 'limit_reached')
    return { ...report, failure: error ?? { code: 'failed', message: 'The Head failed.' } }
  return before.wasCut ? report : { ...report, wasCut: true, reportsAsked: before.reportsAsked - 1 }
}

function warned(report: ReportState, { data }: EventOf<'warning'>): ReportState {
  if (data.code === 'unknown_citations') return { ...report, unknown: idsIn(data.details) }
  return data.code === 'missing_sections' ? { ...report, missing: idsIn(data.details) } : report
}

const idsIn = (details: Json | undefined): readonly string[] => (Array.isArray(details) ? details.map(String) : [])
