import type { Fact, Place } from '../../../event/event.ts'
import type { Report } from '../../../mode/mode.ts'
import { withFieldLines } from '../field-tables.ts'
import { positionFacts } from '../ledger.ts'
import type { Protocol } from '../protocol.ts'
import { PANEL_WORDS } from '../reading.ts'
import type { PanelContext } from '../state.ts'
import { plainSummary, stepFacts } from '../window.ts'
import { ballotFacts, drawn, finalPosition } from './ballots.ts'
import { close } from './close.ts'
import { debate } from './debate.ts'
import { absorbGroups, isGrouping } from './meaning.ts'
import { moderator } from './moderator.ts'

/** A moderated discussion: blind first, then one speaker at a time until it has converged, then a secret ballot. */
export const discuss: Protocol = { debate, close, positions: positionFacts, absorb }

function absorb(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  const { ok, report: text } = report
  switch (context.session.tasks[report.task]?.heading) {
    case 'Converged?':
    case 'Next speaker':
      return ok ? moderator(context, report, place) : []
    case 'Summarize':
      return stepFacts(context, ok ? text : plainSummary(context))
    case 'Options':
      return isGrouping(context, report) ? absorbGroups(context, report, place) : drawn(context, report, place)
    case 'Final position':
      return ok ? finalPosition(context, report, place) : []
    case 'Vote':
      return ok ? ballotFacts(context, withFieldLines(text, PANEL_WORDS), place) : []
    default:
      return []
  }
}
