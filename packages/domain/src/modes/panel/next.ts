import { record, rest, type Step } from '../../effect/effect.ts'
import { fact } from '../../event/event.ts'
import { conclude } from '../../mode/conclude.ts'
import { limitSentence } from '../../run/limit-text.ts'
import { isBusy, type Session } from '../../state/session.ts'
import { clarify, waitForApproval } from './clarify.ts'
import { converge } from './converge.ts'
import { debate } from './debate.ts'
import { ruleOf } from './moderation.ts'
import type { Panel, PanelContext } from './state.ts'
import { synthesize } from './synthesize.ts'
import { transition } from './table.ts'
import { beginAnew } from './window.ts'

/** What follows in a panel: who is asked what, and when it ends. */
export function next(session: Session, panel: Panel): Step {
  const { run } = session
  if (!run || isBusy(session)) return rest
  const context = { session, run, panel }
  const failed = leadFailed(context)
  if (failed) return failed
  switch (run.phase) {
    case 'clarifying':
      return stopped(context) ?? clarify(context)
    case 'awaiting_approval':
      return stopped(context) ?? waitForApproval(context)
    case 'initializing':
      return stopped(context) ?? convene(context)
    case 'running':
      return stopped(context) ?? debate(context)
    case 'converging':
      return converge(context)
    case 'synthesizing':
      return synthesize(context)
    default:
      return rest
  }
}

/** Reaching a limit ends the debate in any phase. */
function stopped(context: PanelContext): Step | undefined {
  const { run, panel } = context
  if (!run.limit) return undefined
  const { which } = run.limit
  const rule = ruleOf[which] ?? which
  const isKnown = panel.violations.some((one) => one.action === 'force_converge' && one.rule === rule)
  const forced = fact('moderation', { action: 'force_converge', rule, reason: limitSentence(run) })
  const trigger = which === 'time' && run.phase === 'running' ? 'timeout' : 'limitReached'
  return record(...(isKnown ? [] : [forced]), transition(run, trigger, `limit:${which}`))
}

/** Without its lead there is no topic, and so no panel. */
function leadFailed({ session, run, panel }: PanelContext): Step | undefined {
  if (!panel.headFailed || run.limit) return undefined
  if (run.phase !== 'clarifying') return undefined
  const { code, message } = panel.headFailed
  const summary = `The Head could not open the panel: ${message}`
  return conclude(session, run, { state: 'failed', trigger: 'error', reason: `error:${code}`, summary })
}

/** The panelists take their seats, with nothing of an earlier run in mind. */
function convene(context: PanelContext): Step {
  const { session, run } = context
  const seats = [...run.team.members, ...(run.team.judge ? [run.team.judge] : [])]
  const before = seats.filter(({ slug }) => session.conversations[slug] !== undefined)
  const models = new Set(run.team.members.map(({ model }) => model))
  const [only = ''] = models
  const isMonotone = models.size === 1 && !run.settings.models[only]?.rehearsal
  const warning = fact('warning', {
    code: 'same_model',
    message: `All panelists use ${only}, so they may agree because they share a model. Set a pool of models to vary them.`,
  })
  return record(
    ...before.flatMap(({ slug }) => beginAnew(session, slug)),
    ...seats.map(({ slug }) => fact('agent.status', { status: 'active' }, { agent: slug })),
    ...(isMonotone ? [warning] : []),
    transition(run, 'panelistsReady'),
  )
}
