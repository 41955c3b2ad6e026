import { type Fact, fact, type Place } from '../event/event.ts'
import type { Report } from '../mode/mode.ts'
import { nextMessageId } from '../session/stamp.ts'
import { optionMeant, optionsFromLedger, shownOptions, withAlternative } from './ballot.ts'
import { strike, unknownCitations } from './citations.ts'
import { positionFacts } from './ledger.ts'
import { prohibitedIn } from './moderation.ts'
import { lineOf, MORE, readOption, readOptions, readRank } from './protocol.ts'
import { decisionId } from './record.ts'
import { completed } from './report.ts'
import { roundsDone } from './speakers.ts'
import { spoken } from './spoken.ts'
import { type Floor, headOf, type Option } from './state.ts'
import { beginAnew } from './window.ts'

/** Reads the answers of the closing phases: options, ballots, the casting vote, the report. */
export function absorbClosing(floor: Floor, report: Report, place: Place): readonly Fact[] {
  switch (floor.session.tasks[report.task]?.heading) {
    case 'Options':
      return proposed(floor, report.ok ? readOptions(report.report) : [])
    case 'Final position':
      return report.ok ? finalPosition(floor, report, place) : []
    case 'Decide':
      return report.ok ? cast(floor, report, place) : []
    case 'Synthesize':
      return report.ok ? synthesized(floor, report, place) : []
    case 'Repair citations':
      return repaired(floor, report, place)
    case 'Follow-up':
      return report.ok ? [spoken(floor.run, report, { kind: 'answer', text: report.report }, place)] : []
    default:
      return []
  }
}

/** The ballot opens. Where the Head has drawn no options, the positions are the options. */
export function proposed(floor: Floor, drawn: readonly Option[]): readonly Fact[] {
  const { run } = floor
  const options = withAlternative(drawn.length > 0 ? drawn : optionsFromLedger(floor))
  if (options.length < 2) return []
  const data = {
    decision: decisionId(floor),
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
function finalPosition(floor: Floor, report: Report, place: Place): readonly Fact[] {
  const { run, session } = floor
  const text = report.report
  const blocked = prohibitedIn(run, [text])
  if (blocked) return [fact('moderation', blocked, place), ...beginAnew(session, report.agent)]
  const option = optionMeant(floor, lineOf(text, 'VOTE') ?? '')
  const open = text.replace(/^[ \t>*_#-]*(VOTE|RANK|REASON|VETO)[*_]*[ \t]*:.*$\n?/gim, '').trim()
  const round = roundsDone(floor) + 1
  const final = { kind: 'final_position' as const, text: open === '' ? '(no position stated)' : open, round }
  const said = spoken(run, report, { ...final, ...(text.includes(MORE) && { needsMore: true }) }, place)
  const positions = positionFacts(floor, text, {
    place,
    round,
    message: nextMessageId(session),
    reason: lineOf(text, 'REASON') ?? '',
  })
  if (option === undefined) {
    const message = `The ballot of ${report.agent} names none of the options, and is not counted.`
    return [said, ...positions, fact('warning', { code: 'ballot_unread', message }, place)]
  }
  return [said, ...positions, ballotFact(floor, { text, option, place })]
}

function ballotFact(floor: Floor, { text, option, place }: { text: string; option: string; place: Place }): Fact {
  const shown = shownOptions(floor)
  const rank = readRank(text, shown).flatMap((one) => floor.panel.options[shown.indexOf(one)]?.text ?? [])
  const veto = lineOf(text, 'VETO') ?? ''
  const confidence = /\d+(\.\d+)?/.exec(lineOf(text, 'CONFIDENCE') ?? '')?.[0]
  const isVeto = veto !== '' && !/^(none|no|n\/a|-)\W*$/i.test(veto)
  const data = {
    decision: decisionId(floor),
    voter: place.agent ?? '',
    option,
    reason: lineOf(text, 'REASON') ?? '',
    ...(confidence !== undefined && { confidence: Math.min(100, Number(confidence)) }),
    ...(rank.length > 0 && { rank: [...rank] }),
    ...(isVeto && { veto }),
  }
  return fact('decision.voted', data, place)
}

/** The Head's word where the ballots are tied. One that names no option is no word. */
function cast(floor: Floor, report: Report, place: Place): readonly Fact[] {
  const options = floor.panel.options.map(({ text }) => text)
  const option = readOption(lineOf(report.report, 'DECISION') ?? '', options)
  if (option === undefined) return []
  const reason = lineOf(report.report, 'REASON') ?? ''
  return [
    fact('decision.voted', { decision: decisionId(floor), voter: report.agent, option, reason, casting: true }, place),
  ]
}

/** A report that cites what does not exist is sent back once; it is a message only when it can stand. */
function synthesized(floor: Floor, report: Report, place: Place): readonly Fact[] {
  const unknown = unknownCitations(report.report, floor.session.messages.size)
  if (unknown.length === 0) return [published(floor, report, place, report.report)]
  const message = `The report cites messages that do not exist: ${unknown.join(', ')}.`
  return [fact('warning', { code: 'unknown_citations', message, details: [...unknown] }, place)]
}

/** What is still unknown after the repair is struck, and said so. */
function repaired(floor: Floor, report: Report, place: Place): readonly Fact[] {
  const text = report.ok ? report.report : floor.panel.draft
  const messages = floor.session.messages.size
  const unknown = unknownCitations(text, messages)
  if (unknown.length === 0) return [published(floor, report, place, text)]
  const message = `Citations of messages that do not exist were struck from the report: ${unknown.join(', ')}.`
  return [
    fact('warning', { code: 'citations_struck', message, details: [...unknown] }, place),
    published(floor, report, place, strike(text, messages)),
  ]
}

const published = (floor: Floor, report: Report, place: Place, text: string): Fact =>
  spoken(floor.run, report, { kind: 'synthesis', text: completed(floor, text) }, place)
