import { byAlias, mentioned } from '../../anonymity/anonymity.ts'
import { valueIn } from '../../answer/marks.ts'
import { type Fact, fact, type Place } from '../../event/event.ts'
import { toArray } from '../../list/list.ts'
import { askPerson } from '../../mode/gate.ts'
import type { Report } from '../../mode/mode.ts'
import { titleFacts } from '../../state/headline.ts'
import type { Session } from '../../state/session.ts'
import { nextMessageId } from '../../state/stamp.ts'
import { absorbClosing } from './absorb-closing.ts'
import { mayConverge } from './convergence.ts'
import { positionFacts } from './ledger.ts'
import { type Contribution, judgeContribution, type Ruling, tokensSaid } from './moderation.ts'
import { progressOf } from './progress.ts'
import { asksForMore, readConverged, readDepth, readQuestions, readRedirect, withoutDepth } from './protocol.ts'
import { turnCap } from './settings.ts'
import { failure, spoken } from './spoken.ts'
import type { Panel, PanelContext } from './state.ts'
import { beginAnew, plainSummary, stepFacts } from './window.ts'

/** Reads what an agent has answered. Nothing else reads what models write. */
export function absorb(session: Session, panel: Panel, report: Report): readonly Fact[] {
  const { run } = session
  const heading = session.tasks[report.task]?.heading
  if (!run) return []
  const context = { session, run, panel }
  const place = { task: report.task, agent: report.agent, parent: String(run.number) }
  const failed = report.ok ? [] : [failure(report, place)]
  switch (heading) {
    case 'Clarify':
      return [...failed, ...(report.ok ? clarified(context, report, place) : [])]
    case 'Topic':
      return [...failed, ...(report.ok ? topic(context, report, place) : [])]
    case 'Contribute':
    case 'Redirect':
      return contributed(context, report, place)
    case 'Converged?':
    case 'Next speaker':
      return [...failed, ...(report.ok ? moderator(context, report, place) : [])]
    case 'Summarize':
      return [...failed, ...stepFacts(context, report.ok ? report.report : plainSummary(context))]
    default:
      return [...failed, ...absorbClosing(context, report, place)]
  }
}

function clarified({ run, panel }: PanelContext, report: Report, place: Place): readonly Fact[] {
  const round = panel.tried.Clarify ?? 0
  const questions = readQuestions(report.report)
  const asked = questions.map((question, index) => ({ id: `${run.number}/clarify${round}/q${index + 1}`, question }))
  return [spoken(run, report, { kind: 'clarification', text: report.report }, place), ...askPerson(run, asked)]
}

/** The topic, and how many turns it deserves. */
function topic({ run, session }: PanelContext, report: Report, place: Place): readonly Fact[] {
  const total = turnCap(run, readDepth(report.report))
  return [
    spoken(run, report, { kind: 'topic', text: withoutDepth(report.report) }, place),
    ...titleFacts(session, report.report),
    fact('progress', { done: 0, total, active: 0, finished: 0 }),
  ]
}

function contributed(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  const { panel, run } = context
  const turn = panel.turns.findLast(({ agent }) => agent === report.agent)
  const saying = panel.saying[report.task]
  if (!turn) return []
  const calls = saying?.calls ?? 0
  const perTurn = run.limits.maxToolCallsPerTurn
  const isOver = perTurn !== null && calls > perTurn && !run.limit
  const isLost = report.report === '' && isOver && turn.state === 'speaking'
  if (!report.ok && !isLost) return failedTurn(context, report, place)
  const text = report.report
  const contribution: Contribution = {
    text,
    aside: asideOf(context.session, report),
    tokens: tokensSaid(text, saying?.output),
    calls,
    turn,
  }
  return ruled(context, report, { place, contribution, ruling: judgeContribution(context, contribution) })
}

/** A turn that failed is over, and the next panelist speaks. What it may have said in between is forgotten. */
function failedTurn(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  const isLate = report.error?.code === 'timeout'
  const rule = { action: 'blocked', rule: 'turn_duration', reason: report.error?.message ?? '' } as const
  return [
    failure(report, place),
    ...(isLate ? [fact('moderation', rule, place)] : []),
    ...(asideOf(context.session, report).length > 0 ? beginAnew(context.session, report.agent) : []),
    progressOf(context),
  ]
}

/** Everything that was said in the turn before its last reply. */
const asideOf = (session: Session, { task }: Report): readonly string[] => {
  const open = session.tasks[task]
  const lines = open ? toArray(open.lines) : []
  const start = lines.findLastIndex((line) => line.role === 'user' && line.text.startsWith('# '))
  return lines.slice(start + 1).flatMap((line) => (line.role === 'assistant' ? [line.text] : []))
}

type Ruled = { readonly place: Place; readonly contribution: Contribution; readonly ruling: Ruling }

/** The facts of a ruling. The author's conversation forgets a blocked contribution too, or the next prompt would repeat it. */
function ruled(context: PanelContext, report: Report, { place, contribution, ruling }: Ruled): readonly Fact[] {
  const { action, rule, reason, cut } = ruling
  const { turn, text } = contribution
  const data = { action, rule, reason }
  if (action === 'redirected') return [fact('moderation', data, place)]
  if (action === 'blocked')
    return [fact('moderation', data, place), ...beginAnew(context.session, report.agent), progressOf(context)]
  const message = nextMessageId(context.session)
  const said = { kind: 'argument' as const, text: cut ?? text, round: turn.round, turn: turn.turn }
  return [
    spoken(context.run, report, { ...said, ...(asksForMore(text) && { needsMore: true }) }, place),
    ...positionFacts(context, text, { place, round: turn.round, message }),
    fact('moderation', { ...data, message }, place),
    progressOf(context),
  ]
}

/** The Moderator's word: whether it has converged, who speaks next, and whom it calls back to the topic. */
function moderator(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  const { run } = context
  const text = report.report
  const redirects = redirectFacts(context, text, place)
  if (context.session.tasks[report.task]?.heading === 'Next speaker') {
    const to = byAlias(run, valueIn(text, 'NEXT') ?? '') ?? mentioned(run, text)
    const said = { kind: 'moderation' as const, text, ...(to !== undefined && { to }) }
    return [spoken(run, report, said, place), ...redirects]
  }
  const says = readConverged(text)
  const action = says && mayConverge(context) ? 'converged' : 'approved'
  const held =
    says && action === 'approved' ? ' (but positions just changed, or a panelist asked for more analysis)' : ''
  const message = 'The Moderator said neither CONVERGED nor NOT_CONVERGED: the discussion continues.'
  const reason = `${text.replace(/\s+/g, ' ').slice(0, 300)}${held}`
  return [
    spoken(run, report, { kind: 'moderation', text }, place),
    ...redirects,
    ...(says === undefined ? [fact('warning', { code: 'convergence_unread', message }, place)] : []),
    fact('moderation', { action, rule: 'convergence', reason }, { task: report.task, parent: String(run.number) }),
  ]
}

function redirectFacts({ run }: PanelContext, text: string, place: Place): readonly Fact[] {
  const redirect = readRedirect(text)
  if (!redirect) return []
  const one = byAlias(run, redirect.whom)
  const all = /^all$/i.test(redirect.whom) ? run.team.members.map(({ slug }) => slug) : []
  const data = { action: 'redirected', rule: 'off_topic', reason: redirect.sentence } as const
  return (one === undefined ? all : [one]).map((agent) => fact('moderation', data, { ...place, agent }))
}
