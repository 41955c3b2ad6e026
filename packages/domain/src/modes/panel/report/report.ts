import { countText } from '../../../text/amounts.ts'
import { asksText } from '../ballot/count-lines.ts'
import { decisionOf, isBallotOpen, tallyBallots, vetoes } from '../ballot/tally.ts'
import { findingFor } from '../debate/looking/decided.ts'
import { bare, samePosition } from '../debate/reading.ts'
import { type Held, held } from '../debate/state.ts'
import { namedText } from '../debate/window.ts'
import { panelistName } from '../setup/seats.ts'
import { minorityText, sourceOf, withMinority } from './minority.ts'
import { resultText, violationsText, WAYS } from './prompts.ts'
import { missingSections, sectionHeading } from './sections.ts'
import type { ReportContext, ReportRooms } from './state.ts'
import { headDecidedText, openText } from './undecided.ts'

/**
 * The Head's report with everything that code guarantees: an open question comes first, and so does a decision that the
 * report does not state. A veto comes first among the disagreements, nobody is left out, and missing sections are named.
 * A rehearsal has no sections to miss.
 */
export function completed(context: ReportContext, text: string): string {
  if (context.panel.opening.rehearsal && context.panel.opening.findings) return text.trim()
  if (context.panel.opening.rehearsal) return [`**Undecided.** ${openText(context)}`, text.trim()].join('\n\n')
  const said = withVetoes(context, withoutOpening(context, text.trim()))
  const written = context.panel.opening.findings ? said : withMinority(context, said)
  const missing = missingSections(context.panel, written)
  const unwritten = missing.length > 0 ? [`## Not written\n\n${missing.join(', ')}`] : []
  const opening = [...decidedParts(context), ...countedParts(context, text), ...uncountedParts(context)]
  return [...opening, written, ...unwritten, ...teamParts(context)].join('\n\n')
}

/** Whose vote was asked for again and still could not be read: the others must not look like the whole panel. */
function uncountedParts({ run, panel }: ReportContext): readonly string[] {
  const silent = run.team.members.filter(
    ({ slug }) =>
      panel.debate.unreadVotes.includes(slug) &&
      !panel.ballot.abstained.includes(slug) &&
      !panel.ballot.ballots.some(({ voter }) => voter === slug),
  )
  if (silent.length === 0 || panel.ballot.decision === null || panel.opening.rehearsal) return []
  const names = silent.map(({ slug }) => panelistName(run, slug)).join(', ')
  const what = silent.length === 1 ? 'The vote' : 'The votes'
  return [`**Not counted.** ${what} of ${names} could not be read.`]
}

/** The Head's text without our own opening, which models copy from the result they were shown. */
const withoutOpening = (context: ReportContext, text: string): string =>
  decidedParts(context).reduce((rest, part) => rest.replace(part, '').trim(), text)

/** What the report must begin with, whatever the Head writes: that nothing was decided, not by the panel, or by looking. */
function decidedParts(context: ReportContext): readonly string[] {
  if (isBallotOpen(context.panel)) return [`**Undecided.** ${openText(context)}`]
  const text = headDecidedText(context.panel)
  return [text === '' ? '' : `**Decided by the Head.** ${text}`, lookedText(context)].filter((part) => part !== '')
}

/** What an experiment has to do with the decision. Empty without one. */
function lookedText({ panel }: ReportContext): string {
  const { option = '' } = decisionOf(panel) ?? {}
  return findingFor(panel, option)?.text ?? ''
}

/** The decision and its votes, if the report's summary names another decision or other votes than were cast. */
function countedParts({ panel }: ReportContext, text: string): readonly string[] {
  const { option = '', how = 'lead' } = decisionOf(panel) ?? {}
  if (how === 'lead') return []
  const summary = firstSection(text)
  const names = (text: string) => bare(summary).includes(bare(text))
  // Most reports say the decision in their own words, which is no reason for doubt.
  const isOther = !names(option) && panel.debate.options.some(({ text: other }) => names(other))
  const isSplit =
    panel.ballot.ballots.length < panel.ballot.eligible.length ||
    panel.ballot.ballots.some((one) => one.option !== option)
  const isMisstated = (isSplit && /unanim/iu.test(text)) || miscounts(summary, panel)
  if (!isOther && !isMisstated) return []
  const counts = tallyBallots(panel).majority.map((each) => `${each.option} ${each.points}`)
  return [`**Decided by ${WAYS[how] ?? how}: ${option}.** ${counts.join(' · ')}`]
}

/** `3 to 0` or `3 : 0`, with numbers that could be votes but are not. A ratio of something else only adds a true line. */
function miscounts(text: string, panel: ReportRooms): boolean {
  const { majority, blind, pooled } = tallyBallots(panel)
  const counts = [majority, blind ?? [], pooled ?? []].map((count) => [...count.map(({ points }) => points), 0])
  const isTrue = (one: number, other: number) =>
    counts.some((points) => points.some((each, at) => each === one && points.toSpliced(at, 1).includes(other)))
  return [...text.matchAll(SCORE)]
    .map(([, one, other]) => [Number(one), Number(other)] as const)
    .some(([one, other]) => one + other <= panel.ballot.eligible.length && !isTrue(one, other))
}

const SCORE = /(?<![\d.,])(\d)\s?(?:to|:|–|-|against)\s?(\d)(?![\d.,]\d|\d)/gu

/** What the record at the run's start says about this team. */
function teamParts({ run, panel }: ReportContext): readonly string[] {
  const { advice = [] } = run.settings
  return advice.length === 0 || panel.opening.rehearsal ? [] : [`## Team\n\n${bullets(advice)}`]
}

function withVetoes(context: ReportContext, text: string): string {
  const lines = vetoes(context.panel).map(
    (one) => `- **Veto** of ${panelistName(context.run, one.voter)}${sourceOf(context, one)}: ${one.veto}`,
  )
  if (lines.length === 0) return text
  const found = sectionHeading('Disagreements').exec(text)
  if (!found) return `${text}\n\n## Disagreements\n\n${lines.join('\n')}`
  const end = found.index + found[0].length
  return `${text.slice(0, end)}\n\n${lines.join('\n')}${text.slice(end).replace(/^\n+(?=[-*])/, '\n') || '\n'}`
}

/** The report if a few panelists were enough: their own words are the answer, and no model is paid to repeat them. */
export function earlyReport(context: ReportContext): string {
  const {
    debate: { escalation, board },
  } = context.panel
  const why = `${escalation?.why ?? ''} ${asksText(context.panel)}`
  // The appendix has the counts, which the vote lines below each text would repeat.
  return plainReport(context, why, namedText(context, board, ['REASON', 'CHANGED']).join('\n\n'))
}

/** The report if the Head could not write one: only what is on record, verbatim. */
export function plainReport(context: ReportContext, why: string, analysis = ''): string {
  const { run, panel } = context
  const positions = held(context)
  const decision = decisionOf(panel)
  const approved = panel.debate.turns.filter(({ state }) => state === 'approved')
  return [
    ...decidedParts(context),
    ...uncountedParts(context),
    `*${why} This report was generated from the record, without a model.*`,
    '## Executive Summary',
    bullets([
      ...(decision ? [`Decision: **${decision.option}**`] : panel.opening.findings ? [] : ['No decision was reached.']),
      `${countText(approved.length, 'contribution')} in ${countText(panel.debate.turns.length, 'turn')}.`,
      ...(positions.length === 0 ? ['Nobody stated a position.'] : []),
    ]),
    '## Detailed Analysis',
    analysis ||
      (positions.length === 0 ? 'Nothing to analyse.' : bullets(positions.map((one) => heldLine(context, one)))),
    '## Agreements',
    agreements(positions),
    '## Disagreements',
    positions.length > 1 ? distinct(positions) : 'None on record.',
    '## Recommendations',
    decision ? bullets([`Continue with: ${decision.option}`]) : 'None.',
    '## Risk Assessment',
    analysis === '' ? 'Not assessed: no report was written.' : 'Not assessed: no report was requested.',
    ...(panel.opening.findings ? [] : [`## Minority Report\n\n${minorityText(context)}`]),
    '## Appendix',
    [resultText(context), violationsText(context)].filter((part) => part !== '').join('\n') || 'Nothing.',
    `Goal: ${run.goal}`,
    ...teamParts(context),
  ].join('\n\n')
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

function heldLine({ run }: ReportContext, { agent, position, confidence, message }: Held): string {
  const sure = confidence === null ? '' : ` (confidence ${confidence})`
  return `**${panelistName(run, agent)}**${sure}: ${position}${message ? ` [${message}]` : ''}`
}

function agreements(positions: readonly Held[]): string {
  const first = positions[0]
  const all = first && positions.length > 1 && positions.every(({ position }) => samePosition(position, first.position))
  return all ? bullets([first.position]) : 'None on record.'
}

function distinct(positions: readonly Held[]): string {
  const different = positions.filter(
    (one, index) => positions.findIndex((other) => samePosition(other.position, one.position)) === index,
  )
  return different.length > 1 ? bullets(different.map(({ position }) => position)) : 'None on record.'
}

/** What the user reads first: the decision, and the report's first section. */
export function reportSummary(context: ReportContext, report: string): string {
  const decision = decisionOf(context.panel)
  // The report begins with the same words.
  const own = withoutOpening(context, report)
  const first = firstSection(own)
  const open = isBallotOpen(context.panel) ? `Undecided: ${openText(context)}\n\n` : ''
  const why = [headDecidedText(context.panel), lookedText(context)].filter((part) => part !== '').join('\n\n')
  const head = decision ? `Decision: ${decision.option}\n\n${why === '' ? '' : `${why}\n\n`}` : open
  return `${head}${first === '' ? own : first}`
}

/** The text of the Executive Summary, or what comes before the first heading. */
function firstSection(report: string): string {
  const found = sectionHeading('Executive Summary').exec(report)
  const rest = found ? report.slice(found.index + found[0].length) : report
  return rest.split(/^#{1,4} /m)[0]?.trim() ?? ''
}
