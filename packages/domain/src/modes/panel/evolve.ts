import type { Event } from '../../event/event.ts'
import { evolveBallot } from './ballot/evolve.ts'
import { evolveDebate } from './debate/evolve.ts'
import { evolveEstimate } from './estimate/evolve.ts'
import { evolveOpening } from './opening/evolve.ts'
import { evolveReport } from './report/evolve.ts'
import type { Panel } from './state.ts'

/** Records what happened in a panel: each room folds its own part. An event that concerns none leaves it as it is. */
export function evolvePanel(panel: Panel, event: Event): Panel {
  if (panel.report.over) return panel
  const opening = evolveOpening(panel.opening, event)
  const estimate = evolveEstimate(panel.estimate, event)
  const debate = evolveDebate(panel.debate, event, opening)
  const ballot = evolveBallot(panel.ballot, event, debate)
  const report = evolveReport(panel.report, event)
  const isSame =
    opening === panel.opening &&
    estimate === panel.estimate &&
    debate === panel.debate &&
    ballot === panel.ballot &&
    report === panel.report
  return isSame ? panel : { opening, estimate, debate, ballot, report }
}
