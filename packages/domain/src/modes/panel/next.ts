import { record, rest, type Step } from '../../effect/effect.ts'
import { type Fact, fact } from '../../event/event.ts'
import { conclude } from '../../mode/conclude.ts'
import { limitSentence } from '../../run/limit-text.ts'
import { isBusy, type Session } from '../../state/session.ts'
import { USER } from '../../team/user-seat.ts'
import { clarify, waitForApproval } from './clarify.ts'
import { converge } from './converge.ts'
import { ruleOf } from './moderation.ts'
import { type Protocol, type Protocols, protocolOf } from './protocol.ts'
import { onlyModel, onlyVotesText } from './settings.ts'
import type { Panel, PanelContext } from './state.ts'
import { synthesize } from './synthesize.ts'
import { transition } from './table.ts'
import { optionsIn } from './topic-options.ts'
import { beginAnew } from './window.ts'

/** What comes next in a panel: who is asked what, and when it ends. */
export const nextWith =
  (protocols: Protocols) =>
  (session: Session, panel: Panel): Step => {
    const { run } = session
    if (!run || isBusy(session)) return rest
    return nextIn({ session, run, panel }, protocolOf(protocols, panel))
  }

function nextIn(context: PanelContext, protocol: Protocol): Step {
  const { run } = context
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
      return stopped(context) ?? protocol.debate(context)
    case 'converging':
      return converge(context, protocol.close)
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

/** Without its lead there is no topic, and therefore no panel. */
function leadFailed({ session, run, panel }: PanelContext): Step | undefined {
  if (!panel.headFailed || run.limit) return undefined
  if (run.phase !== 'clarifying') return undefined
  const { code, message } = panel.headFailed
  const summary = `The Head could not open the panel: ${message}`
  return conclude(session, run, { trigger: 'error', reason: '', summary, failure: code })
}

/** The panelists take their seats, with no memory of earlier runs. */
function convene(context: PanelContext): Step {
  const { session, run } = context
  const seats = [...run.team.members, ...(run.team.judge ? [run.team.judge] : [])]
  const before = seats.filter(({ slug }) => session.conversations[slug] !== undefined)
  const only = onlyModel(run)
  return record(
    ...before.flatMap(({ slug }) => beginAnew(session, slug)),
    ...seats.map(({ slug }) => fact('agent.status', { status: 'active' }, { agent: slug })),
    ...(only === undefined ? [] : [oneModel(context, only)]),
    ...optionsApproved(context),
    transition(run, 'panelistsReady'),
  )
}

/** Panelists that share a model make the same mistakes: warns of it, and explains why they only vote. */
function oneModel({ run, panel }: PanelContext, model: string): Fact {
  const message =
    (panel.protocol === 'decide' ? onlyVotesText(run) : undefined) ??
    `All panelists use ${model}, so they may agree because they share a model. Set a pool of models to vary them.`
  return fact('warning', { code: 'same_model', message })
}

/** The options as approved by the user: they are part of the topic, which can be edited at the gate. */
function optionsApproved({ panel }: PanelContext): readonly Fact[] {
  const options = panel.protocol === 'decide' ? optionsIn(panel.topic) : []
  const drawn = panel.options.map(({ text }) => text)
  if (panel.protocol !== 'decide' || options.join('\n') === drawn.join('\n')) return []
  return [fact('options.drawn', { options: options.map((text) => ({ text, covers: [] })), by: USER })]
}
