import { withFieldLines } from '../../../../answer/field-tables.ts'
import type { EventPlace, Fact } from '../../../../event/event.ts'
import type { TaskReport } from '../../../../mode/mode.ts'
import { groupHeldPositions } from '../group.ts'
import { absorbExperiment } from '../looking/absorb.ts'
import { PANEL_WORDS } from '../reading.ts'
import { roundsDone } from '../speakers.ts'
import { type DebateContext, held } from '../state.ts'
import { voteFacts } from './vote-facts.ts'

/** Reads which positions mean the same, votes that were asked for again, and what is said about experiments. */
export function absorbVotes(context: DebateContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  switch (context.session.tasks[report.task]?.kind) {
    case 'experiment':
    case 'predict':
      return absorbExperiment(context, report, place)
    case 'options':
      return groupHeldPositions(context, report.ok ? report.report : '', held(context), place)
    case 'vote':
      return report.ok ? voteFacts(context, withFieldLines(report.report, PANEL_WORDS), votedAt(context, place)) : []
    default:
      return []
  }
}

/** A repeated vote belongs to the contribution that lacked one. */
function votedAt(context: DebateContext, place: EventPlace) {
  const message = context.panel.debate.turns.findLast(({ agent }) => agent === place.agent)?.message ?? undefined
  return { place, round: Math.max(1, roundsDone(context)), ...(message && { message }) }
}
