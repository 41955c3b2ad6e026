import { anonymous, anonymousAll } from '../../anonymity/anonymity.ts'
import { type DeclaredAnswer, formText, jsonText } from '../../answer/declared.ts'
import type { LimitName } from '../../limits/limits.ts'
import { limitWord, ruleText } from '../../run/limit-words.ts'
import type { Run, Session } from '../../state/session.ts'
import { isOffered } from '../../task/tools.ts'
import { USER } from '../../team/user-seat.ts'
import { countText } from '../../text/amounts.ts'
import { quoted } from '../../text/quoted.ts'
import { casting } from './answers.ts'
import { answeredText } from './asked-together.ts'
import { ballotsText, decisionOf, isOpen, panelistName, reasonsText, tally, vetoes } from './ballot.ts'
import { countLines } from './count-lines.ts'
import { ledgerText } from './ledger.ts'
import { isStuck } from './nothing-new.ts'
import { REPORT_SECTIONS } from './sections.ts'
import { roundNow } from './speakers.ts'
import { type Panel, type PanelContext, turnLimit } from './state.ts'
import { namedText } from './window.ts'

/** Joins the non-empty parts of an ask. */
export const parts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n')
export const section = (name: string, text: string): string => (text === '' ? '' : `## ${name}\n\n${text}`)

/** What a panel is about, for everyone new to it: the topic, and the user's own words unless it contains them. */
export function topicParts({ run, panel }: Pick<PanelContext, 'run' | 'panel'>): readonly string[] {
  const goal = run.goal.trim()
  return [
    // Without the names of panelists, as in everything the user says.
    panel.topic.includes(goal) ? '' : section('The user asks', quoted(anonymous(run, USER, goal))),
    section('Topic', quoted(anonymousAll(run, panel.topic))),
  ]
}

/** What every ask for a contribution says about the moderator and tools. */
export const noticesFor = (context: PanelContext, agent: string): readonly string[] => [
  section('From the moderator', quoted((context.panel.notes[agent] ?? []).join('\n'))),
  section('Tools', isStuck(context, agent) ? NO_TOOLS : ''),
]

const NO_TOOLS = 'Take this turn without tools: in your last one, the calls were refused or brought nothing new.'

/** A turn's place in the debate. */
export function whereText(context: PanelContext, turn: number): string {
  const { panel } = context
  const round = roundNow(context)
  const most = panel.rounds !== null && turnLimit(context) === null ? `round ${round} of at most ${panel.rounds}` : ''
  return most === '' ? `Round ${round}, turn ${turn} of at most ${panel.maxTurns}.` : `This is ${most}.`
}

/** Why nobody should give in out of politeness. */
export const UNMOVED =
  'Others may be wrong for the same reason: that several agree proves nothing. Change your position only if you can name the error in your own argument, or evidence that you had not seen.'

/** The end of a contribution: its lines, and how a program reads them. */
export type Ending = { readonly lines: string; readonly answer: DeclaredAnswer }

/** How every ask for a contribution ends. */
export const endText = ({ lines, answer }: Ending): string => `End with these lines. ${jsonText(answer)}\n\n${lines}`

/** Asks a panelist once more, for something shorter or without tools. */
export function redirectBrief(context: PanelContext, agent: string, lines: string): string {
  const { rule = '', reason = '' } = context.panel.violations.findLast((one) => one.agent === agent) ?? {}
  const cap = context.run.limits.maxTokensPerTurn
  const wish =
    rule === 'tokens_per_turn'
      ? `Give the same contribution in at most ${cap} tokens (about ${Math.floor((cap ?? 0) * 0.7)} words).`
      : 'Give your contribution now, from what you have. Use no tools.'
  return `Your contribution was not passed on. ${reason} ${wish} End with the same lines:\n\n${lines}`
}

/** The whole discussion, as the Head reads it. */
export function transcriptParts(context: PanelContext): readonly string[] {
  return [
    section('Transcript', namedText(context, context.panel.board).join('\n\n')),
    section('Position ledger', quoted(ledgerText(context))),
  ]
}

/** Asks the Head to decide between options with tied ballots: by the reasons, not by who gave them. */
export function decideBrief(context: PanelContext): string {
  const { majority, how, among } = tally(context.panel)
  const unnamed = (text: string) => anonymousAll(context.run, text)
  const rows = majority.map(({ option, points }) => `- ${unnamed(option)}: ${countText(points, 'vote')}`)
  const why =
    how === 'quorum'
      ? 'Fewer than half have voted. Decide.'
      : `The ballots are tied. Decide between: ${among.map(unnamed).join('; ')}.`
  const ask = `${why} ${formText(casting)}`
  const again = context.panel.unreadRulings > 0 ? 'Your last answer named none of the options. ' : ''
  const options = majority.map(({ option }, index) => `${index + 1}. ${unnamed(option)}`).join('\n')
  return parts(
    ...topicParts(context),
    section('Options', quoted(options)),
    section('Votes', quoted(rows.join('\n'))),
    section('Reasons', quoted(reasonsText(context))),
    section('What is asked', `${again}${ask}`),
  )
}

const sections = REPORT_SECTIONS.map((name) => (name === 'Executive Summary' ? `${name} (3 to 5 bullets)` : name)).join(
  ', ',
)

/** Asks the Head for the report. `transcript` is what it has not read yet, as far as it fits. */
export function synthesisBrief(context: PanelContext, transcript: readonly string[]): string {
  const ask = `Write the report, with these sections as level-two headings: ${sections}. Every claim cites the message it comes from as [m12]; cite no id that you have not seen. The Minority Report says what those who disagree hold and why, in its strongest form. A veto stands first in Disagreements.`
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
    section('What is asked', `${openText(context)}${ask}`),
  )
}

/** The Head's own reason: it decided in a separate conversation. */
const rulingText = ({ casting }: Panel): string =>
  casting && casting.reason !== '' ? `- The Head's reason: ${casting.reason}` : ''

function openText({ panel }: PanelContext): string {
  return `${isOpen(panel) ? 'The question is undecided. The report begins with that already: do not repeat it, and decide nothing. ' : ''}${whyEnded(panel)}`
}

function whyEnded(panel: Panel): string {
  if (panel.why === 'no_progress')
    return 'The debate was ended because too few panelists had anything new to say. Say so. '
  return panel.why.startsWith('limit:')
    ? `The debate was ended by a limit (${limitWord(panel.why.slice(6) as LimitName)}). Say so. `
    : ''
}

/** How the ballots decided, after `by`. */
export const WAYS: { readonly [how: string]: string } = {
  majority: 'plain majority',
  record: 'track record',
  tiebreak: 'track record, after a tie',
  lead: 'the Head, because the ballots did not decide',
}

/** The decision and every count behind it. */
export function resultText(context: PanelContext): string {
  const decision = decisionOf(context.panel)
  const counts = countLines(context.panel).map((line) => `- ${line}`)
  if (!decision) return isOpen(context.panel) ? ['- Undecided.', ...counts].join('\n') : ''
  return [`- Decision: ${decision.option} (by ${WAYS[decision.how] ?? decision.how})`, ...counts].join('\n')
}

const rulings: { readonly [action in PanelContext['panel']['violations'][number]['action']]: string } = {
  blocked: 'blocked',
  redirected: 'asked again',
  passed_over: 'passed over',
  force_converge: 'ended',
}

/** Everything blocked, sent back or ended, with names. */
export const violationsText = ({ run, panel }: PanelContext): string =>
  panel.violations
    .map(
      ({ action, rule, reason, agent }) =>
        `- ${action === 'force_converge' || agent === '' ? 'The debate' : panelistName(run, agent)}: ${rule === 'off_topic' ? 'called back to the topic' : rulings[action]} (${ruleText(rule)}). ${reason}`,
    )
    .join('\n')

function silentText({ run, panel }: PanelContext): string {
  const failed = run.team.members.filter(({ slug }) =>
    panel.turns.some(({ agent, state }) => agent === slug && state === 'failed'),
  )
  return failed.map(({ name }) => `- ${name}: a turn failed`).join('\n')
}

/** Asks the Head for the report again, without citations of missing messages and with every section. */
export const repairBrief = ({ panel: { unknown, missing } }: PanelContext): string =>
  [
    unknown.length > 0
      ? `These citations name messages that do not exist: ${unknown.map((id) => `[${id}]`).join(', ')}. Correct each of them, or remove its claim.`
      : '',
    missing.length > 0 ? `These sections are missing: ${missing.join(', ')}. Each is a level-two heading.` : '',
    'Write the whole report again.',
  ]
    .filter((part) => part !== '')
    .join(' ')

/** Asks the Head whether it needs to know anything first. */
export function clarifyBrief({ run, panel }: PanelContext): string {
  if (panel.clarified === 0)
    return parts(
      run.goal,
      section(
        'What is asked',
        'Before the panel is convened: ask 2 to 5 numbered questions whose answers would change the discussion, one a line, about scope, priorities, known concerns, constraints or the form of the result. If the request is clear enough to begin, answer with one line that begins `CLEAR:`.',
      ),
    )
  return parts(
    section('Answers', quoted(answersText(panel))),
    section('What is asked', 'Ask again what is still open, numbered, or answer with one line that begins `CLEAR:`.'),
  )
}

const answersText = ({ questions }: PanelContext['panel']): string => answeredText(questions)

/** Who will discuss, with which tools, and where: the Head must not make that up. */
function panelText({ workspace }: Session, { team, settings }: Run): string {
  const seats = team.members.map(({ name, useFor = '' }) => `- ${name}${useFor === '' ? '' : `: ${useFor}`}`)
  const tools = Object.keys(settings.tools).filter((name) => team.members.some((seat) => isOffered(seat, name)))
  return [
    `Panelists:\n${seats.join('\n')}`,
    `Their tools: ${tools.join(', ') || 'none'}.`,
    ...(workspace === '' ? [] : [`The folder they work in: ${workspace}`]),
  ].join('\n\n')
}

/** What the Head is asked to write. A copy of it is not a topic. */
export const TOPIC_ASK = [
  'Write the topic of discussion that guides the whole panel: the goal, the areas to investigate, the success criteria, the constraints, the tools and sources that are available, the output format. Be thorough and concise. You may add a line `DISCUSSION_DEPTH: Quick`, `Standard` or `Deep`.',
  'If the request is a decision between answers, add a line `PROTOCOL: decide`, and for each answer that is open to choose, 2 to 8, a line `OPTION: <the answer in one line>`. If it asks for analysis or ideas, add `PROTOCOL: discuss`. End with a line `FIELD: <one word for its field, such as security or hiring>`.',
].join(' ')

/** Asks the Head for the topic, with the user's objection to the last one. */
export function topicBrief({ session, run, panel }: PanelContext): string {
  return parts(
    panel.drafts === 0 ? run.goal : '',
    panel.drafts === 0 ? section('Answers', quoted(answersText(panel))) : '',
    panel.drafts === 0 ? section('The panel', panelText(session, run)) : '',
    section('What should change', quoted(panel.gate?.text ?? '')),
    section('What is asked', TOPIC_ASK),
  )
}
