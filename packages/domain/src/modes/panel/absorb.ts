import { type Fact, fact, type Place } from '../../event/event.ts'
import type { Facts } from '../../event/facts.ts'
import { toArray } from '../../list/list.ts'
import { estimate } from '../../mode/estimate.ts'
import { askPerson } from '../../mode/gate.ts'
import type { Report } from '../../mode/mode.ts'
import { titleFacts } from '../../state/headline.ts'
import { type Session, seatOf } from '../../state/session.ts'
import { nextMessageId } from '../../state/stamp.ts'
import { tokensPerEstimate } from '../../task/token-count.ts'
import { NO_ANSWER } from '../../task/user-turn.ts'
import { USER } from '../../team/user-seat.ts'
import { courses } from './courses.ts'
import { absorbReport } from './absorb-report.ts'
import { asOne } from './asked-together.ts'
import { withFieldLines } from './field-tables.ts'
import { frameOf, protocolAtStart } from './frame.ts'
import { type Contribution, judgeContribution, type Ruling, tokensSaid } from './moderation.ts'
import { progressOf } from './progress.ts'
import { type Protocols, protocolOf, type StatedAt } from './protocol.ts'
import { asksForMore, PANEL_WORDS, readQuestions } from './reading.ts'
import { failure, spoken } from './spoken.ts'
import type { Panel, PanelContext } from './state.ts'
import { ownWords } from './user-turn.ts'
import { beginAnew } from './window.ts'

/** Reads an agent's answer. Nothing else reads model text. */
export const absorbWith =
  (protocols: Protocols) =>
  (session: Session, panel: Panel, report: Report): readonly Fact[] => {
    const { run } = session
    return run ? absorbIn({ session, run, panel }, report, protocols) : []
  }

function absorbIn(context: PanelContext, report: Report, protocols: Protocols): readonly Fact[] {
  const protocol = protocolOf(protocols, context.panel)
  const place = { task: report.task, agent: report.agent, parent: String(context.run.number) }
  const failed = report.ok ? [] : [failure(report, place)]
  switch (context.session.tasks[report.task]?.heading) {
    case 'Contribute':
    case 'Redirect':
      return contributed(context, report, { place, positions: protocol.positions })
    case 'Clarify':
      return [...failed, ...(report.ok ? clarified(context, report, place) : [])]
    case 'Topic':
      return [...failed, ...(report.ok ? topic(context, report, place) : [])]
    case 'Decide':
    case 'Synthesize':
    case 'Repair citations':
    case 'Follow-up':
      return [...failed, ...absorbReport(context, report, place)]
    default:
      return [...failed, ...protocol.absorb(context, report, place)]
  }
}

function clarified({ run, panel }: PanelContext, report: Report, place: Place): readonly Fact[] {
  const round = panel.tried.Clarify ?? 0
  const questions = readQuestions(report.report)
  // An answer given at the start is for one question. The others are asked together.
  const given = Math.max(0, (run.settings.answers?.length ?? 0) - run.answersUsed)
  const [early, open] = [questions.slice(0, given), questions.slice(given)]
  const asked = [...early, ...(open.length > 0 ? [asOne(open)] : [])].map((question, index) => ({
    id: `${run.number}/clarify${round}/q${index + 1}`,
    question,
  }))
  return [spoken(run, report, { kind: 'clarification', text: report.report }, place), ...askPerson(run, asked)]
}

/** The topic, its protocol, and how many turns it deserves. */
function topic({ run, session }: PanelContext, report: Report, place: Place): readonly Fact[] {
  const frame = frameOf(run, report.report)
  const chosen = { ...frame.chosen, ...estimateOf({ session, run }, frame.chosen) }
  const options = frame.options.map(({ text, covers }) => ({ text, covers: [...covers] }))
  return [
    spoken(run, report, { kind: 'topic', text: frame.topic }, place),
    ...titleFacts(session, report.report),
    fact('protocol.chosen', chosen, { parent: String(run.number) }),
    ...(frame.chosen.protocol === 'decide' ? [fact('options.drawn', { options, by: report.agent }, place)] : []),
    ...(frame.isUnwritten ? [UNWRITTEN] : []),
    fact('progress', { done: 0, total: frame.turns, active: 0, finished: 0 }),
  ]
}

const UNWRITTEN: Fact = fact('warning', {
  code: 'topic_unread',
  message: 'The Head wrote no topic, so the panel gets your request as you wrote it.',
})

/** The initial estimate, redone if the Head has chosen the other protocol. */
function estimateOf(
  { session: { learned }, run }: Pick<PanelContext, 'session' | 'run'>,
  { protocol, limits }: Facts['protocol.chosen'],
) {
  if (protocol === protocolAtStart(run, run.goal)) return {}
  const now = { ...run, limits: { ...run.limits, ...limits }, learned }
  return { estimate: estimate({ course: courses[protocol] }, now, run.goal, run.images) }
}

/** Where a contribution was made, and what reads its author's position. */
type Spoken = {
  readonly place: Place
  readonly positions: (context: PanelContext, text: string, at: StatedAt) => readonly Fact[]
}

function contributed(context: PanelContext, report: Report, { place, positions }: Spoken): readonly Fact[] {
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
    tokens: tokensSaid(text, saying?.output, rateOf(context, report.agent)),
    calls,
    turn,
  }
  return ruled(context, report, { place, positions, contribution, ruling: judgeContribution(context, contribution) })
}

const rateOf = ({ session, run }: PanelContext, agent: string): number =>
  tokensPerEstimate(session, seatOf(run, agent)?.model ?? '')

/** A failed turn is over, and the next panelist speaks. What it said along the way is forgotten. */
function failedTurn(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  if (report.error?.code === NO_ANSWER)
    return [
      fact('moderation', { action: 'passed_over', rule: NO_ANSWER, reason: report.error.message }, place),
      progressOf(context),
    ]
  const isLate = report.error?.code === 'timeout'
  const rule = { action: 'blocked', rule: 'turn_duration', reason: report.error?.message ?? '' } as const
  return [
    failure(report, place),
    ...(isLate ? [fact('moderation', rule, place)] : []),
    ...(asideOf(context.session, report).length > 0 ? beginAnew(context.session, report.agent) : []),
    progressOf(context),
  ]
}

/** Everything said in the turn before its last reply. */
const asideOf = (session: Session, { task }: Report): readonly string[] => {
  const open = session.tasks[task]
  const lines = open ? toArray(open.lines) : []
  const start = lines.findLastIndex((line) => line.role === 'user' && line.text.startsWith('# '))
  return lines.slice(start + 1).flatMap((line) => (line.role === 'assistant' ? [line.text] : []))
}

type Ruled = Spoken & { readonly contribution: Contribution; readonly ruling: Ruling }

/**
 * The facts of a ruling. The author's conversation forgets a blocked contribution too, or the next prompt would repeat
 * it.
 */
function ruled(
  context: PanelContext,
  report: Report,
  { place, positions, contribution, ruling }: Ruled,
): readonly Fact[] {
  const { action, rule, reason, cut } = ruling
  const { turn, text } = contribution
  const data = { action, rule, reason }
  if (action === 'redirected') return [fact('moderation', data, place)]
  if (action === 'blocked')
    return [fact('moderation', data, place), ...beginAnew(context.session, report.agent), progressOf(context)]
  const message = nextMessageId(context.session)
  const words = report.agent === USER ? ownWords(text) : text
  const said = { kind: 'argument' as const, text: cut ?? words, round: turn.round, turn: turn.turn }
  return [
    spoken(context.run, report, { ...said, ...(asksForMore(text) && { needsMore: true }) }, place),
    ...positions(context, withFieldLines(text, PANEL_WORDS), { place, round: turn.round, message }),
    fact('moderation', { ...data, message }, place),
    progressOf(context),
  ]
}
