import { withFieldLines } from '../../../answer/field-tables.ts'
import { valueIn } from '../../../answer/marks.ts'
import { isAbstention } from '../../../answer/words.ts'
import { voterName } from '../../../decision/commit.ts'
import { confidenceIn, isConfidenceUnread } from '../../../decision/read-answer.ts'
import { type EventPlace, type Fact, fact } from '../../../event/event.ts'
import type { TaskReport } from '../../../mode/mode.ts'
import { ownWords } from '../../../mode/read-answer.ts'
import { nextMessageId } from '../../../state/stamp.ts'
import { USER } from '../../../team/user-seat.ts'
import { grouping } from '../debate/answers.ts'
import { argumentIn, IN_A_DISCUSSION, IN_A_FINAL_POSITION } from '../debate/argument.ts'
import { choice } from '../debate/contribution-answers.ts'
import { isSecondAttempt } from '../debate/discussion/checks.ts'
import { positionFacts } from '../debate/ledger.ts'
import { prohibitedIn } from '../debate/moderation.ts'
import { inShownOrder, optionsFromLedger, shownOptionMeant, shownOptions } from '../debate/options.ts'
import { readOptions } from '../debate/read-options.ts'
import { asksForMore, PANEL_WORDS, readVeto } from '../debate/reading.ts'
import { roundsDone } from '../debate/speakers.ts'
import { CONTRADICTS, contradicts, NAMES_NONE, readProbabilities, voteIn } from '../debate/vote.ts'
import { agentMessage } from '../setup/agent-messages.ts'
import { beginAnew } from '../setup/conversation.ts'
import { proposedFacts, votedFact } from './proposal.ts'
import { isReserveSpent } from './reserve.ts'
import type { BallotContext } from './state.ts'

/** The final position is public. The ballot stays secret until all are in. */
export function finalPosition(context: BallotContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const { run, session, panel } = context
  const text = withFieldLines(report.report, PANEL_WORDS)
  const blocked = prohibitedIn(run, [report.report])
  if (blocked) return [fact('moderation', blocked, place), ...beginAnew(session, report.agent)]
  // Here the user's text is the vote itself.
  if (report.agent === USER) return ballotFacts(context, text, place)
  const shows = panel.opening.findings ? IN_A_DISCUSSION : IN_A_FINAL_POSITION
  const open = argumentIn(
    text,
    shows,
    panel.debate.options.map((option) => option.text),
  )
  const round = roundsDone(context) + 1
  const final = { kind: 'final_position' as const, text: open === '' ? '(no position stated)' : open, round }
  const said = agentMessage(run, report, { ...final, ...(asksForMore(text) && { needsMore: true }) }, place)
  const positions = positionFacts(context, text, {
    place,
    round,
    message: nextMessageId(session),
    reason: valueIn(text, 'REASON') ?? '',
  })
  return [said, ...positions, ...(panel.opening.findings ? [] : ballotFacts(context, text, place))]
}

/** A ballot that names no option, or two, is asked for once more; after that it is not counted. */
export function ballotFacts(context: BallotContext, text: string, place: EventPlace): readonly Fact[] {
  const { agent = '' } = place
  const said = voteIn(text)
  const option = shownOptionMeant(context, said)
  const reason = valueIn(text, 'REASON') ?? ''
  const isOther = option !== undefined && statesAnother(context, text, option)
  if (option !== undefined && !isOther) return cast(context, { text, option, place })
  if (isAbstention(said)) return [votedFact(context, { voter: agent, option: null, reason }, place)]
  const isLast = isReserveSpent(context.run) || context.panel.debate.unreadVotes.includes(agent)
  const then = isLast ? 'and does not count' : 'and is requested again'
  const why = isOther ? CONTRADICTS : NAMES_NONE
  const message = `The ballot of ${voterName(context.run, agent)} ${why}, ${then}.`
  return [fact('warning', { code: 'ballot_unread', message, ...(isLast && { unread: choice.name }) }, place)]
}

function statesAnother(context: BallotContext, text: string, option: string): boolean {
  const place = context.panel.debate.options.findIndex((one) => one.text === option)
  return contradicts(text, shownOptions(context), place)
}

/** Unreadable probabilities are dropped with a warning. The ballot still counts. */
function cast(
  context: BallotContext,
  { text, option, place }: { readonly text: string; readonly option: string; readonly place: EventPlace },
): readonly Fact[] {
  const { agent = '' } = place
  const {
    debate: { options },
  } = context.panel
  const at = options.findIndex((one) => one.text === option)
  const said = readProbabilities(text, options.length)
  const stated = said?.ok ? (said.value[at] ?? null) : confidenceIn(text)
  const data = {
    voter: agent,
    option,
    reason: valueIn(text, 'REASON') ?? '',
    confidence: stated,
    veto: readVeto(text),
    ...(said?.ok && { probabilities: said.value }),
  }
  const unsure = said?.ok === false ? said.why : isConfidenceUnread(text) ? 'The confidence is not a number.' : ''
  const message = `The confidence of ${voterName(context.run, agent)} could not be read and is ignored. ${unsure}`
  const warning = fact('warning', { code: 'confidence_unread', message }, place)
  return [votedFact(context, data, place), ...(unsure === '' ? [] : [warning])]
}

/** The ballot opens. If the Head's options cannot be read, it is asked again, and then the positions are the options. */
export function drawn(context: BallotContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const options = report.ok ? readOptions(ownWords(context.session, report)) : []
  if (options.length > 0) return proposedFacts(context, inShownOrder(context, options))
  const isLast = !report.ok || isSecondAttempt(report.task)
  const rest = isLast ? 'positions in different words count as different options' : 'it is asked again'
  const message = `The Head did not say which positions mean the same: ${rest}.`
  const data = { code: 'grouping_unread', message, ...(isLast && { unread: grouping.name }) }
  return [fact('warning', data, place), ...(isLast ? proposedFacts(context, optionsFromLedger(context)) : [])]
}
