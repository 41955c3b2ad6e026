import { record, rest, type Step } from '../../effect/effect.ts'
import { fact } from '../../event/event.ts'
import { limitSentence } from '../../run/limit-text.ts'
import { isBusy, type Session } from '../../state/session.ts'
import { converge } from './ballot/next.ts'
import { conveneDebate } from './debate/convene.ts'
import { ruleOf } from './debate/moderation.ts'
import { waitForApproval } from './opening/gate.ts'
import { clarify, leadFailed } from './opening/next.ts'
import { protocolOf } from './protocol.ts'
import { synthesize } from './report/next.ts'
import type { ReportContext } from './report/state.ts'
import { movePanel } from './setup/table.ts'
import type { Panel } from './state.ts'

/** What comes next in a panel: who is asked what, and when it ends. */
export function nextInPanel(session: Session, panel: Panel): Step {
  const { run } = session
  return run && !isBusy(session) ? nextIn({ session, run, panel }) : rest
}

function nextIn(context: ReportContext): Step {
  const { run, panel } = context
  const protocol = protocolOf(panel)
  const failed = leadFailed(context)
  if (failed) return failed
  switch (run.phase) {
    case 'clarifying':
      return stopped(context) ?? clarify(context)
    case 'awaiting_approval':
      return stopped(context) ?? waitForApproval(context)
    case 'initializing':
      return stopped(context) ?? conveneDebate(context)
    case 'running':
      return stopped(context) ?? protocol.debate(context)
    case 'converging':
      return converge(context, () => protocol.close(context))
    case 'synthesizing':
      return protocol.write?.(context) ?? synthesize(context)
    default:
      return rest
  }
}

/** Reaching a limit ends the debate in any phase. */
function stopped(context: ReportContext): Step | undefined {
  const { run, panel } = context
  if (!run.limit) return undefined
  const { which } = run.limit
  const rule = ruleOf[which] ?? which
  const isKnown = panel.debate.violations.some((one) => one.action === 'force_converge' && one.rule === rule)
  const forced = fact('moderation', { action: 'force_converge', rule, reason: limitSentence(run) })
  const trigger = which === 'time' && run.phase === 'running' ? 'timeout' : 'limitReached'
  return record(...(isKnown ? [] : [forced]), movePanel(run, trigger, `limit:${which}`))
}
