import type { LimitName } from '../../../limits/limits.ts'
import { limitWord, ruleText } from '../../../run/limit-text.ts'
import { quoted } from '../../../text/quoted.ts'
import { ballotsText } from '../ballot/ballot-text.ts'
import { countLines } from '../ballot/count-lines.ts'
import { decisionOf, isBallotOpen, vetoes } from '../ballot/tally.ts'
import { findingFor } from '../debate/looking/decided.ts'
import type { Violation } from '../debate/state.ts'
import { parts, section } from '../setup/prompt-parts.ts'
import { nameIn, panelistName } from '../setup/seats.ts'
import { sectionsToWrite } from './sections.ts'
import type { ReportContext, ReportRooms } from './state.ts'

const sectionsText = (panel: ReportRooms): string =>
  sectionsToWrite(panel)
    .map((name) => (name === 'Executive Summary' ? `${name} (3 to 5 bullets)` : name))
    .join(', ')

/** Asks the Head for the report. `transcript` is what it has not read yet, as far as it fits. */
export function synthesisBrief(context: ReportContext, transcript: readonly string[]): string {
  const ask = `Write the report, with these sections as level-two headings: ${sectionsText(context.panel)}. Every claim cites the message it comes from as [m12]; cite no id that you have not seen.`
  return parts(
    ...transcript,
    section(
      'Result of the ballot',
      quoted([resultText(context), rulingText(context.panel)].filter(Boolean).join('\n')),
    ),
    section('Ballots', ballotsText(context)),
    section(
      'Vetoes',
      quoted(
        vetoes(context.panel)
          .map((one) => `- ${panelistName(context.run, one.voter)}: ${one.veto}`)
          .join('\n'),
      ),
    ),
    section('What moderation stopped', quoted(violationsText(context))),
    section('Who could not speak', silentText(context)),
    section('What is asked', `${openText(context)}${ask}${context.panel.opening.findings ? FINDINGS : VOTED}`),
  )
}

const VOTED =
  ' The Minority Report says what those who disagree hold and why, in its strongest form. A veto stands first in Disagreements. If the panelists named facts that would turn the decision, end with one more section, What Would Change This: at most three of them, one bullet each, as a statement that somebody could find out to be true.'

const FINDINGS =
  ' The panel was not asked to decide, and nobody voted: the result is what it found. Name no decision, and count no votes.'

/** The Head's own reason: it decided in a separate conversation. */
const rulingText = ({ ballot: { casting } }: ReportRooms): string =>
  casting && casting.reason !== '' ? `- The Head's reason: ${casting.reason}` : ''

function openText({ panel }: ReportContext): string {
  return `${isBallotOpen(panel) ? 'The question is undecided. The report begins with that already: do not repeat it, and decide nothing. ' : ''}${whyEnded(panel)}`
}

function whyEnded(panel: ReportRooms): string {
  if (panel.ballot.why === 'no_progress')
    return 'The debate was ended because too few panelists had anything new to say. Say so. '
  return panel.ballot.why.startsWith('limit:')
    ? `The debate was ended by a limit (${limitWord(panel.ballot.why.slice(6) as LimitName)}). Say so. `
    : ''
}

/** How the ballots decided, after `by`. */
export const WAYS: { readonly [how: string]: string } = {
  majority: 'plain majority',
  record: 'weighted votes',
  lead: 'the Head, because the ballots did not decide',
}

/** The decision and every count behind it. */
export function resultText(context: ReportContext): string {
  const decision = decisionOf(context.panel)
  const counts = countLines(context.panel, nameIn(context.run)).map((line) => `- ${line}`)
  if (!decision) return isBallotOpen(context.panel) ? ['- Undecided.', ...counts].join('\n') : ''
  const seen = findingFor(context.panel, decision.option)?.text
  const found = seen === undefined ? [] : [`- ${seen}`]
  return [`- Decision: ${decision.option} (by ${WAYS[decision.how] ?? decision.how})`, ...found, ...counts].join('\n')
}

const rulings: { readonly [action in Violation['action']]: string } = {
  blocked: 'blocked',
  redirected: 'asked again',
  passed_over: 'passed over',
  force_converge: 'ended',
}

/** Everything blocked, sent back or ended, with names. */
export const violationsText = ({ run, panel }: ReportContext): string =>
  panel.debate.violations
    .map(
      ({ action, rule, reason, agent }) =>
        `- ${action === 'force_converge' || agent === '' ? 'The debate' : panelistName(run, agent)}: ${rule === 'off_topic' ? 'called back to the topic' : rulings[action]} (${ruleText(rule)}). ${reason}`,
    )
    .join('\n')

function silentText({ run, panel }: ReportContext): string {
  const failed = run.team.members.filter(({ slug }) =>
    panel.debate.turns.some(({ agent, state }) => agent === slug && state === 'failed'),
  )
  return failed.map(({ name }) => `- ${name}: a turn failed`).join('\n')
}

/** Asks the Head for the report again, without citations of missing messages and with every section. */
export const repairBrief = ({
  panel: {
    report: { unknown, missing },
  },
}: ReportContext): string =>
  [
    unknown.length > 0
      ? `These citations name messages that do not exist: ${unknown.map((id) => `[${id}]`).join(', ')}. Correct each of them, or remove its claim.`
      : '',
    missing.length > 0 ? `These sections are missing: ${missing.join(', ')}. Each is a level-two heading.` : '',
    'Write the whole report again.',
  ]
    .filter((part) => part !== '')
    .join(' ')
