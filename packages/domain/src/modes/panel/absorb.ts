import type { Fact } from '../../event/event.ts'
import type { TaskReport } from '../../mode/mode.ts'
import type { Session } from '../../state/session.ts'
import { absorbBallot } from './ballot/absorb.ts'
import { contributed } from './debate/absorb.ts'
import { absorbOpening } from './opening/absorb.ts'
import { protocolOf } from './protocol.ts'
import { absorbReport } from './report/absorb.ts'
import type { ReportContext } from './report/state.ts'
import { failureFact } from './setup/agent-messages.ts'
import type { Panel } from './state.ts'

/** Reads an agent's answer, in the room that asked for it. Nothing else reads model text. */
export function absorbPanel(session: Session, panel: Panel, report: TaskReport): readonly Fact[] {
  const { run } = session
  return run ? absorbIn({ session, run, panel }, report) : []
}

function absorbIn(context: ReportContext, report: TaskReport): readonly Fact[] {
  const protocol = protocolOf(context.panel)
  const place = { task: report.task, agent: report.agent, parent: String(context.run.number) }
  const failed = report.ok ? [] : [failureFact(report, place)]
  switch (context.session.tasks[report.task]?.kind) {
    case 'clarify':
    case 'topic':
      return [...failed, ...absorbOpening(context, report, place)]
    case 'contribute':
    case 'redirect':
      return contributed(context, report, { place, positions: protocol.positions })
    case 'final_position':
    case 'decide':
      return [...failed, ...absorbBallot(context, report, place)]
    case 'synthesize':
    case 'repair_citations':
    case 'follow_up':
      return [...failed, ...absorbReport(context, report, place)]
    default:
      return [...failed, ...protocol.absorb(context, report, place)]
  }
}
