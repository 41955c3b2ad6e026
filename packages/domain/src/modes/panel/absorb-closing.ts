import { valueIn, withoutMarks } from '../../answer/marks.ts'
import { optionMeant } from '../../answer/option.ts'
import { isAbstention, isNone } from '../../answer/words.ts'
import { confidenceIn, isConfidenceUnread } from '../../decision/read-answer.ts'
import { type Fact, fact, type Place } from '../../event/event.ts'
import type { Report } from '../../mode/mode.ts'
import { nextMessageId } from '../../state/stamp.ts'
import { optionsFromLedger, shownOptionMeant, shownOptions, withAlternative } from './ballot.ts'
import { strike, unknownCitations } from './citations.ts'
import { positionFacts } from './ledger.ts'
import { prohibitedIn } from './moderation.ts'
import { asksForMore, readOptions, readRank } from './protocol.ts'
import { decisionId } from './record.ts'
import { completed } from './report.ts'
import { missingSections } from './sections.ts'
import { roundsDone } from './speakers.ts'
import { spoken } from './spoken.ts'
import { headOf, type Option, type PanelContext } from './state.ts'
import { beginAnew } from './window.ts'

/** Reads the answers of the closing phases: options, ballots, the casting vote, the report. */
export function absorbClosing(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  switch (context.session.tasks[report.task]?.heading) {
    case 'Options':
      return proposed(context, report.ok ? readOptions(report.report) : [])
    case 'Final position':
      return report.ok ? finalPosition(context, report, place) : []
    case 'Vote':
      return report.ok ? ballotFacts(context, report.report, place) : []
    case 'Decide':
      return report.ok ? cast(context, report, place) : []
    case 'Synthesize':
      return report.ok ? synthesized(context, report, place) : []
    case 'Repair citations':
      return repaired(context, report, place)
    case 'Follow-up':
      return report.ok ? [spoken(context.run, report, { kind: 'answer', text: report.report }, place)] : []
    default:
      return []
  }
}

/** The ballot opens. Where the Head has drawn no options, the positions are the options. */
export function proposed(context: PanelContext, drawn: readonly Option[]): readonly Fact[] {
  const { run } = context
  const options = withAlternative(drawn.length > 0 ? drawn : optionsFromLedger(context))
  if (options.length < 2) return []
  const data = {
    decision: decisionId(context),
    topic: run.goal,
    options: options.map(({ text }) => text),
    covers: options.map(({ covers }) => [...covers]),
    evidence: '',
    eligible: run.team.members.map(({ slug }) => slug),
    closesAt: null,
    by: headOf(run)?.slug ?? '',
    ballot: true,
  }
  return [fact('decision.proposed', data, { parent: String(run.number) })]
}

/** The final position is said to all; the ballot is only filed, until all are in. */
function finalPosition(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  const { run, session } = context
  const text = report.report
  const blocked = prohibitedIn(run, [text])
  if (blocked) return [fact('moderation', blocked, place), ...beginAnew(session, report.agent)]
  const open = withoutMarks(text, { words: ['VOTE', 'RANK', 'REASON', 'VETO'] })
  const round = roundsDone(context) + 1
  const final = { kind: 'final_position' as const, text: open === '' ? '(no position stated)' : open, round }
  const said = spoken(run, report, { ...final, ...(asksForMore(text) && { needsMore: true }) }, place)
  const positions = positionFacts(context, text, {
    place,
    round,
    message: nextMessageId(session),
    reason: valueIn(text, 'REASON') ?? '',
  })
  return [said, ...positions, ...ballotFacts(context, text, place)]
}

/** A ballot that names none of the options is asked for once more; after that it is not counted. */
function ballotFacts(context: PanelContext, text: string, place: Place): readonly Fact[] {
  const { agent = '' } = place
  const said = valueIn(text, 'VOTE') ?? ''
  const option = shownOptionMeant(context, said)
  if (option !== undefined) return [ballotFact(context, { text, option, place }), ...unsure(text, place)]
  if (isAbstention(said)) {
    const reason = valueIn(text, 'REASON') ?? ''
    return [
      fact(
        'decision.voted',
        { decision: decisionId(context), voter: agent, option: '', reason, abstains: true },
        place,
      ),
    ]
  }
  const isLast = context.run.limit !== null || context.panel.unreadBallots.includes(agent)
  const then = isLast ? 'and does not count' : 'and is requested again'
  const message = `The ballot of ${agent} names none of the options, ${then}.`
  return [fact('warning', { code: 'ballot_unread', message }, place)]
}

/** Without a number, the ballot counts and its confidence does not. */
function unsure(text: string, place: Place): readonly Fact[] {
  const message = `The confidence given by ${place.agent} is not a number and is ignored.`
  return isConfidenceUnread(text) ? [fact('warning', { code: 'confidence_unread', message }, place)] : []
}

function ballotFact(
  context: PanelContext,
  { text, option, place }: { text: string; option: string; place: Place },
): Fact {
  const shown = shownOptions(context)
  const rank = readRank(text, shown).flatMap((one) => context.panel.options[shown.indexOf(one)]?.text ?? [])
  const veto = valueIn(text, 'VETO') ?? ''
  const confidence = confidenceIn(text)
  const data = {
    decision: decisionId(context),
    voter: place.agent ?? '',
    option,
    reason: valueIn(text, 'REASON') ?? '',
    ...(confidence !== null && { confidence }),
    ...(rank.length > 0 && { rank: [...rank] }),
    ...(!isNone(veto) && { veto }),
  }
  return fact('decision.voted', data, place)
}

/** The Head's word if the ballots are tied. If it names no option, the Head is asked again. */
function cast(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  const text = report.report
  const options = context.panel.options.map((option) => option.text)
  const option = optionMeant(options, valueIn(text, 'DECISION') ?? '')
  if (option === undefined) {
    const then = context.panel.unreadRulings === 0 ? 'Asking again.' : 'The question stays open.'
    const message = `The Head's decision names none of the options. ${then}`
    return [fact('warning', { code: 'casting_unread', message }, place)]
  }
  const reason = valueIn(text, 'REASON') ?? ''
  return [
    fact(
      'decision.voted',
      { decision: decisionId(context), voter: report.agent, option, reason, casting: true },
      place,
    ),
  ]
}

/** A report that cites what does not exist or lacks a section is sent back once; it becomes a message only once it is sound. */
function synthesized(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  const unknown = unknownCitations(report.report, context.session.messages.size)
  const missing = context.run.limit ? [] : missingSections(report.report)
  if (unknown.length + missing.length === 0) return [published(context, report, place, report.report)]
  const cited = `The report cites messages that do not exist: ${unknown.join(', ')}.`
  const lacks = `The report lacks sections: ${missing.join(', ')}.`
  return [
    ...(unknown.length > 0
      ? [fact('warning', { code: 'unknown_citations', message: cited, details: [...unknown] }, place)]
      : []),
    ...(missing.length > 0
      ? [fact('warning', { code: 'missing_sections', message: lacks, details: [...missing] }, place)]
      : []),
  ]
}

/** What is still unknown after the repair is struck, what is still missing is added as not written, and both are said. */
function repaired(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  const text = report.ok ? report.report : context.panel.draft
  const messages = context.session.messages.size
  const unknown = unknownCitations(text, messages)
  const missing = missingSections(text)
  const struck = `Citations of messages that do not exist were struck from the report: ${unknown.join(', ')}.`
  const unwritten = `The Head did not write these sections: ${missing.join(', ')}.`
  return [
    ...(unknown.length > 0
      ? [fact('warning', { code: 'citations_struck', message: struck, details: [...unknown] }, place)]
      : []),
    ...(missing.length > 0
      ? [fact('warning', { code: 'sections_unwritten', message: unwritten, details: [...missing] }, place)]
      : []),
    published(context, report, place, unknown.length > 0 ? strike(text, messages) : text),
  ]
}

const published = (context: PanelContext, report: Report, place: Place, text: string): Fact =>
  spoken(context.run, report, { kind: 'synthesis', text: completed(context, text) }, place)
