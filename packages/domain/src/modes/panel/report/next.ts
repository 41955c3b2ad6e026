import { record, type Step } from '../../../effect/effect.ts'
import { type Fact, fact } from '../../../event/event.ts'
import { assign } from '../../../mode/assign.ts'
import { conclude, endingFacts } from '../../../mode/conclude.ts'
import { type Shortfall, unanswered } from '../../../mode/ending.ts'
import { messageBy } from '../../../prompt/ask.ts'
import { limitSentence } from '../../../run/limit-text.ts'
import { isUser } from '../../../team/user-seat.ts'
import { estimateTokens } from '../../../usage/usage.ts'
import { reservedInput, roomFor } from '../ballot/reserve.ts'
import { isBallotOpen } from '../ballot/tally.ts'
import { transcriptParts } from '../debate/prompts.ts'
import { endedEarly } from '../debate/state.ts'
import { namedText } from '../debate/window.ts'
import { forHead } from '../opening/next.ts'
import { beginAnew, dismissed } from '../setup/conversation.ts'
import { roles } from '../setup/roles.ts'
import { headOf } from '../setup/seats.ts'
import { hasOwnTurns } from '../setup/settings.ts'
import { repairBrief, synthesisBrief } from './prompts.ts'
import { decidedOf, decisionFacts } from './record.ts'
import { completed, earlyReport, plainReport, reportSummary } from './report.ts'
import { isUnwritten } from './sections.ts'
import type { ReportContext } from './state.ts'

const LEAST_OUTPUT = 500

/** The Head writes the report and repairs its citations once. Then the run is over. */
export function synthesize(context: ReportContext): Step {
  const { run, panel } = context
  if (panel.report.message !== null)
    return finish(context, messageBy(context.session, panel.report.message)?.text ?? '')
  if (panel.report.draft !== '' && panel.report.repairsAsked === 0) return repair(context)
  if (panel.report.draft !== '') return finish(context, completed(context, panel.report.draft))
  if (endedEarly(panel)) return record(ownReport(context, earlyReport(context)))
  if (panel.report.reportsAsked === 0 && !run.limit?.exhausted) return write(context) ?? withoutHead(context)
  if (panel.report.failure && wroteNone.includes(panel.report.failure.code))
    return record(ownReport(context, plainReport(context, `The Head wrote no report. ${panel.report.failure.message}`)))
  return run.limit && !failureOf(context) ? withoutHead(context) : failed(context)
}

/** The Head has answered, with something else than a report. What the panel has decided is a result without one. */
const wroteNone = ['refused', 'repeated']

/** As much of the discussion as the caps leave room for. Undefined if there is no room for an answer. */
function write(context: ReportContext): Step | undefined {
  const { session, run, panel } = context
  const seat = headOf(run)
  if (!seat) return undefined
  // In a discussion, the Head has already read it to draw the options. In a decision it has not.
  const known = panel.opening.protocol !== 'decide' && panel.debate.optionsAsked > 0
  const conversation = session.conversations[seat.slug]?.size ?? 0
  const full = synthesisBrief(context, known ? [] : transcriptParts(context))
  const room = roomFor(session, run, seat)
  const allowance = roles.synthesis
  const base = {
    place: `synthesis${panel.ballot.closings}${panel.report.wasCut ? '-again' : ''}`,
    seat,
    kind: 'synthesize' as const,
    execution: 'single' as const,
    takes: forHead(context),
  }
  const needed = reservedInput(run, seat, full, conversation) + (run.limit ? LEAST_OUTPUT * 3 : LEAST_OUTPUT)
  if (room > needed) return record(...assign(run, { ...base, description: full, allowance }))
  const short = shortened(context, room - LEAST_OUTPUT * 2 - reservedInput(run, seat, ''))
  if (short === undefined || room < reservedInput(run, seat, short) + LEAST_OUTPUT) return undefined
  return record(...beginAnew(session, seat.slug), ...assign(run, { ...base, description: short, allowance }))
}

/** The newest messages that fit, after the ballot's result. */
function shortened(context: ReportContext, room: number): string | undefined {
  const bare = synthesisBrief(context, [])
  let left = Math.floor((room * 3) / 4) - estimateTokens(bare)
  if (left < 0) return undefined
  const kept: string[] = []
  for (const text of namedText(context, context.panel.debate.board).toReversed()) {
    left -= estimateTokens(text)
    if (left < 0) break
    kept.unshift(text)
  }
  return synthesisBrief(context, kept.length === 0 ? [] : [`## Transcript (the newest part)\n\n${kept.join('\n\n')}`])
}

function repair(context: ReportContext): Step {
  const { run, panel } = context
  const seat = headOf(run)
  if (!seat) return finish(context, completed(context, panel.report.draft))
  const allowance = roles.synthesis
  const description = repairBrief(context)
  return record(
    ...assign(run, {
      place: `repair${panel.ballot.closings}`,
      seat,
      kind: 'repair_citations',
      description,
      execution: 'single',
      allowance,
    }),
  )
}

/** The limits left nothing for the Head, or it did not answer: the report is made from the record. */
function withoutHead(context: ReportContext): Step {
  const { run, panel } = context
  const asked = panel.report.reportsAsked
  const why =
    asked > 0 ? 'The Head was asked for a report and wrote none.' : 'There was no budget left to write a report.'
  return record(
    ownReport(
      context,
      plainReport(context, run.limit ? `${limitSentence(run)} ${why}` : 'No report could be written.'),
    ),
  )
}

const ownReport = ({ run }: ReportContext, text: string): Fact =>
  fact('message', { author: 'convene', role: 'system', kind: 'synthesis', text }, { parent: String(run.number) })

/** Why the Head did not answer when the panel could not do without it. */
const failureOf = ({ panel }: ReportContext) => panel.report.failure ?? panel.opening.failed

/** Keeps what was paid for, although the run has failed. */
function failed(context: ReportContext): Step {
  const { session, run } = context
  const { code, message } = failureOf(context) ?? { code: 'no_report', message: 'The Head wrote no report.' }
  const text = plainReport(context, `The Head could not write the report: ${message}`)
  const ending = {
    trigger: 'error',
    reason: '',
    summary: reportSummary(context, text),
    failure: code,
    decision: decidedOf(context),
  }
  return record(
    ...artifacts(context, text),
    ...dismissed(session, run, headOf(run)?.slug),
    ...endingFacts(session, run, ending),
  )
}

function artifacts(context: ReportContext, text: string): readonly Fact[] {
  const { run } = context
  const report = {
    id: `${run.number}/report`,
    kind: 'report' as const,
    title: `Report: ${run.goal.split('\n')[0]?.slice(0, 100)}`,
    text,
  }
  return [fact('artifact', report, { parent: String(run.number) }), ...decisionFacts(context, consequencesOf(text))]
}

/** The report's recommendations and warnings, for the decision record. */
function consequencesOf(text: string): string {
  const wanted = ['Recommendations', 'Risk Assessment']
  const sections = text.split(/^#{1,4} +/m).filter((section) => wanted.some((name) => section.startsWith(name)))
  return sections
    .map((section) => section.trim())
    .join('\n\n')
    .slice(0, 4_000)
}

function finish(context: ReportContext, text: string): Step {
  const { session, run, panel } = context
  const ending = conclude(session, run, {
    trigger: 'synthesisComplete',
    reason: run.limit
      ? `limit:${run.limit.which}`
      : panel.ballot.why.startsWith('error:')
        ? 'converged'
        : panel.ballot.why || 'converged',
    // A discussion has as many turns as its depth says. A number that the user set is a limit.
    isFullLength: run.limit?.which === 'turns' && !run.limit.exhausted && !hasOwnTurns(run),
    summary: reportSummary(context, text),
    decision: decidedOf(context),
    failure: hasNothing(context) ? 'all_members_failed' : undefined,
    short: shortOf(context, text),
  })
  return record(...artifacts(context, text), ...dismissed(session, run, headOf(run)?.slug), ...ending.record)
}

/** Nobody has said anything, and nobody has voted: what the report says then is nobody's result. */
const hasNothing = ({ panel }: ReportContext): boolean =>
  !panel.debate.turns.some(({ state }) => state === 'approved') && panel.ballot.ballots.length === 0

/** What a panel's result lacks: a decision, a report of its findings, or the word of a panelist that was asked. */
function shortOf({ run, panel }: ReportContext, report: string): Shortfall | undefined {
  const asked = run.team.members.filter(
    (seat) => !isUser(seat) && panel.debate.turns.some(({ agent }) => agent === seat.slug),
  )
  const hasVoted = (slug: string) =>
    panel.ballot.ballots.some(({ voter }) => voter === slug) || panel.ballot.abstained.includes(slug)
  const hasSpoken = (slug: string) =>
    panel.debate.turns.some(({ agent, state }) => agent === slug && state === 'approved')
  const [what, has] =
    panel.ballot.decision === null ? (['answered', hasSpoken] as const) : (['voted', hasVoted] as const)
  const missing = unanswered(
    what,
    asked.map(({ slug }) => ({ agent: slug, ok: has(slug) })),
  )
  if (isBallotOpen(panel)) return { reason: 'undecided', lacks: missing?.lacks }
  // A decision is a result even if its report lacks sections. Findings are in the report, or nowhere.
  const isNone = panel.report.failure !== null || (panel.opening.findings && isUnwritten(panel, report))
  return isNone ? { reason: 'no_report', lacks: missing?.lacks } : missing
}
