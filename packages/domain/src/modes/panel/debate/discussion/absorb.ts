import type { EventPlace, Fact } from '../../../../event/event.ts'
import type { TaskReport } from '../../../../mode/mode.ts'
import type { DebateContext } from '../state.ts'
import { plainSummary, stepFacts } from '../window.ts'
import { absorbGroups, isGrouping } from './meaning.ts'
import { moderator } from './moderator.ts'

/** Reads the Moderator's rulings, summaries of the board, and which positions mean the same. Undefined for a ballot. */
export function absorbDiscussion(
  context: DebateContext,
  report: TaskReport,
  place: EventPlace,
): readonly Fact[] | undefined {
  const { ok, report: text } = report
  switch (context.session.tasks[report.task]?.kind) {
    case 'converged':
    case 'next_speaker':
      return ok ? moderator(context, report, place) : []
    case 'summarize':
      return stepFacts(context, ok ? text : plainSummary(context))
    case 'options':
      return isGrouping(context, report) ? absorbGroups(context, report, place) : undefined
    default:
      return undefined
  }
}
