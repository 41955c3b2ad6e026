import { withoutUnknown } from '../../../answer/citations.ts'
import { withFieldLines } from '../../../answer/field-tables.ts'
import { type EventPlace, type Fact, fact } from '../../../event/event.ts'
import { toArray } from '../../../list/list.ts'
import type { TaskReport } from '../../../mode/mode.ts'
import { type Session, seatOf } from '../../../state/session.ts'
import { nextMessageId } from '../../../state/stamp.ts'
import { tokensPerEstimate } from '../../../task/token-count.ts'
import { NO_ANSWER } from '../../../task/user-turn.ts'
import { USER } from '../../../team/user-seat.ts'
import { agentMessage, failureFact } from '../setup/agent-messages.ts'
import { beginAnew } from '../setup/conversation.ts'
import { type Contribution, judgeContribution, type ModeratorRuling, tokensSaid } from './moderation.ts'
import { progressOf } from './progress.ts'
import { asksForMore, PANEL_WORDS } from './reading.ts'
import type { DebateContext } from './state.ts'
import type { StatedAt } from './stated-at.ts'

/** Where a contribution was made, and what reads its author's position. */
type Spoken = {
  readonly place: EventPlace
  readonly positions: (context: DebateContext, text: string, at: StatedAt) => readonly Fact[]
}

export function contributed(context: DebateContext, report: TaskReport, { place, positions }: Spoken): readonly Fact[] {
  const { panel, run } = context
  const turn = panel.debate.turns.findLast(({ agent }) => agent === report.agent)
  const saying = panel.debate.saying[report.task]
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

const rateOf = ({ session, run }: DebateContext, agent: string): number =>
  tokensPerEstimate(session, seatOf(run, agent)?.model ?? '')

/** A failed turn is over, and the next panelist speaks. What it said along the way is forgotten. */
function failedTurn(context: DebateContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  if (report.error?.code === NO_ANSWER)
    return [
      fact('moderation', { action: 'passed_over', rule: NO_ANSWER, reason: report.error.message }, place),
      progressOf(context),
    ]
  const isLate = report.error?.code === 'timeout'
  const rule = { action: 'blocked', rule: 'turn_duration', reason: report.error?.message ?? '' } as const
  return [
    failureFact(report, place),
    ...(isLate ? [fact('moderation', rule, place)] : []),
    ...(asideOf(context.session, report).length > 0 ? beginAnew(context.session, report.agent) : []),
    progressOf(context),
  ]
}

/** Everything said in the turn before its last reply. */
const asideOf = (session: Session, { task }: TaskReport): readonly string[] => {
  const open = session.tasks[task]
  const lines = open ? toArray(open.lines) : []
  const start = lines.findLastIndex((line) => line.role === 'user' && line.text.startsWith('# '))
  return lines.slice(start + 1).flatMap((line) => (line.role === 'assistant' ? [line.text] : []))
}

type Ruled = Spoken & { readonly contribution: Contribution; readonly ruling: ModeratorRuling }

/**
 * The facts of a ruling. The author's conversation forgets a blocked contribution too, or the next prompt would repeat
 * it.
 */
function ruled(
  context: DebateContext,
  report: TaskReport,
  { place, positions, contribution, ruling }: Ruled,
): readonly Fact[] {
  const { action, rule, reason, cut } = ruling
  const { turn, text } = contribution
  const data = { action, rule, reason }
  if (action === 'redirected') return [fact('moderation', data, place)]
  if (action === 'blocked')
    return [fact('moderation', data, place), ...beginAnew(context.session, report.agent), progressOf(context)]
  const message = nextMessageId(context.session)
  const words = report.agent === USER ? withoutLastParagraph(text) : text
  const shown = withoutUnknown(cut ?? words, context.session.messages.size)
  const said = { kind: 'argument' as const, text: shown, round: turn.round, turn: turn.turn }
  return [
    agentMessage(context.run, report, { ...said, ...(asksForMore(text) && { needsMore: true }) }, place),
    ...positions(context, withFieldLines(text, PANEL_WORDS), { place, round: turn.round, message }),
    fact('moderation', { ...data, message }, place),
    progressOf(context),
  ]
}

/** What the user wrote, without the lines added for counting. */
export const withoutLastParagraph = (text: string): string => text.slice(0, text.lastIndexOf('\n\n'))
