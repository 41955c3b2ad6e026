import { countText } from '../../text/amounts.ts'
import { quoted } from '../../text/quoted.ts'
import { aliasOf, ballotsText, countLines, decisionOf, isOpen, nameOf, shownOptions, tally, vetoes } from './ballot.ts'
import { ledgerText, positionsText } from './ledger.ts'
import { isStuck } from './nothing-new.ts'
import { REPORT_SECTIONS } from './sections.ts'
import { roundNow } from './speakers.ts'
import type { PanelContext } from './state.ts'
import { boardText, namedText, unseen } from './window.ts'

const parts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n')
const section = (name: string, text: string): string => (text === '' ? '' : `## ${name}\n\n${text}`)

const LINES = `POSITION: <your position in one line>
CONFIDENCE: <0 to 100>`

/** Asks a panelist for its contribution. In the first round it is shown nothing of anybody else's. */
export function contributeBrief(context: PanelContext, agent: string, turn: number): string {
  const round = roundNow(context)
  const { panel } = context
  const opens = panel.seen[agent] === undefined
  const own = panel.turns.findLast((one) => one.agent === agent)?.message
  return parts(
    opens ? section('Topic', quoted(panel.topic)) : '',
    opens ? section('Summary of the discussion so far', quoted(panel.window.summary)) : '',
    section('Board', boardText(context, unseen(context, agent), agent).join('\n\n')),
    round > 1 ? section('Positions held now', quoted(positionsText(context, agent))) : '',
    section('From the moderator', quoted((panel.notes[agent] ?? []).join('\n'))),
    section('Tools', isStuck(context, agent) ? NO_TOOLS : ''),
    section(
      'Your turn',
      `${opens ? `The others know you as ${aliasOf(context.run, agent)}. ` : ''}${round === 1 ? blindTurn(context, turn) : laterTurn(context, turn, own ?? undefined)}`,
    ),
  )
}

const NO_TOOLS = 'Take this turn without tools: in your last one, the calls were refused or brought nothing new.'

const where = ({ panel }: PanelContext, round: number, turn: number): string =>
  `Round ${round}, turn ${turn} of at most ${panel.maxTurns}.`

const blindTurn = (context: PanelContext, turn: number): string =>
  `${where(context, 1, turn)} This round is blind: nobody sees what the others say before all have spoken. Argue your own view from evidence. End with these lines:\n\n${LINES}`

const laterTurn = (context: PanelContext, turn: number, own: string | undefined): string =>
  `${where(context, roundNow(context), turn)}${own ? ` Your last contribution is [${own}].` : ''} Answer the strongest point against you, bring what is new, cite messages as [m12]. Where you agree with a position, state it in the same words. End with these lines:\n\n${LINES}\nCHANGED: no, or yes, because <message id or evidence>`

/** Asks a panelist once more, for something shorter or without tools. */
export function redirectBrief(context: PanelContext, agent: string): string {
  const { rule = '', reason = '' } = context.panel.violations.findLast((one) => one.agent === agent) ?? {}
  const cap = context.run.limits.maxTokensPerTurn
  const wish =
    rule === 'tokens_per_turn'
      ? `Give the same contribution in at most ${cap} tokens (about ${Math.floor((cap ?? 0) * 0.7)} words).`
      : 'Give your contribution now, from what you have. Use no tools.'
  const last = roundNow(context) > 1 ? '\nCHANGED: no, or yes, because <message id or evidence>' : ''
  return `Your contribution was not passed on. ${reason} ${wish} End with the same lines:\n\n${LINES}${last}`
}

/** What the Moderator is shown of the board, and the positions held now. */
function forModerator(context: PanelContext, agent: string): readonly string[] {
  const opens = context.panel.seen[agent] === undefined
  return [
    opens ? section('Topic', quoted(context.panel.topic)) : '',
    opens ? section('Summary of the discussion so far', quoted(context.panel.window.summary)) : '',
    section('Board', boardText(context, unseen(context, agent), agent).join('\n\n')),
    section('Positions held now', quoted(positionsText(context))),
  ]
}

/** Asks the Moderator whether the panel has converged. */
export function convergedBrief(context: PanelContext, agent: string): string {
  const ask =
    'Have the panelists substantially converged? Begin your answer with CONVERGED or NOT_CONVERGED, followed by a brief reason. You may add one line `REDIRECT: <alias or all>: <one sentence>`.'
  return parts(...forModerator(context, agent), section('What is asked', ask))
}

/** Asks the Moderator who speaks next, of those who have not spoken in this round. */
export function nextBrief(context: PanelContext, agent: string, waiting: readonly string[]): string {
  const ask = `Who speaks next: ${waiting.join(', ')}? Answer with one line \`NEXT: <alias>\`. You may add one line \`REDIRECT: <alias or all>: <one sentence>\`.`
  return parts(...forModerator(context, agent), section('What is asked', ask))
}

/** Asks the Head for the options of the ballot. From here on it sees names. */
export function optionsBrief(context: PanelContext): string {
  const ask =
    'The debate is over. Write the options that these positions amount to, one a line as `- <option> [m3, m5]`, with the ids of the first-round positions that each covers. Between them they cover every position that was held.'
  return parts(...transcriptParts(context), section('What is asked', ask))
}

/** The whole discussion as the Head reads it. */
export function transcriptParts(context: PanelContext): readonly string[] {
  return [
    section('Transcript', namedText(context, context.panel.board).join('\n\n')),
    section('Position ledger', quoted(ledgerText(context))),
  ]
}

/** Asks a panelist for its final position and its ballot. `whole`: its conversation is not there to remind it. */
export function finalBrief(context: PanelContext, agent: string, whole: boolean): string {
  const { panel } = context
  const ask = `The debate is over. State your final position and cast your ballot. It is secret: nobody sees it before all are in. Vote for one of the options, in its words or by its number, or abstain. Answer with these lines:\n\n${LINES}\nVOTE: <option>\nREASON: <why, in one or two sentences>\nRANK: <best> > <next> > <last> (if you like)\nVETO: <why> (only where an option would do harm that cannot be undone)`
  return parts(
    whole || panel.seen[agent] === undefined ? section('Topic', quoted(panel.topic)) : '',
    whole ? '' : section('Board', boardText(context, unseen(context, agent), agent).join('\n\n')),
    section('Positions held now', quoted(positionsText(context, agent))),
    section('Options', quoted(numbered(context))),
    section('What is asked', ask),
  )
}

/** Asks a panelist once more for a ballot that could not be read. */
export const voteBrief = (context: PanelContext): string =>
  parts(
    section('Options', quoted(numbered(context))),
    section(
      'What is asked',
      'Your ballot could not be counted: it names none of the options. Vote again, for one of them in its words or by its number, or write `abstain`. Answer with these lines:\n\nVOTE: <option>\nREASON: <why, in one or two sentences>\nCONFIDENCE: <0 to 100>',
    ),
  )

const numbered = (context: PanelContext): string =>
  shownOptions(context)
    .map((text, index) => `${index + 1}. ${text}`)
    .join('\n')

/** Asks the Head to decide between options that the ballots have left tied. */
export function decideBrief(context: PanelContext): string {
  const { majority, weighted } = tally(context.panel)
  const rows = majority.map(
    ({ option, points }, index) =>
      `- ${option}: ${countText(points, 'vote')}, weighted ${weighted[index]?.points ?? 0}`,
  )
  const ask =
    'The ballots are tied, and confidence does not settle it. Decide between the options with most votes. Answer with these lines:\n\nDECISION: <option>\nREASON: <why>'
  const again = context.panel.unreadRulings > 0 ? 'Your last answer named none of the options. ' : ''
  const options = majority.map(({ option }, index) => `${index + 1}. ${option}`).join('\n')
  return parts(
    section('Options', quoted(options)),
    section('Votes', quoted(rows.join('\n'))),
    section('Ballots', ballotsText(context)),
    section('What is asked', `${again}${ask}`),
  )
}

const sections = REPORT_SECTIONS.map((name) => (name === 'Executive Summary' ? `${name} (3 to 5 bullets)` : name)).join(
  ', ',
)

/** Asks the Head for the report. `transcript` is what it has not read yet, as far as there is room for it. */
export function synthesisBrief(context: PanelContext, transcript: readonly string[]): string {
  const ask = `Write the report, with these sections as level-two headings: ${sections}. Every claim cites the message it comes from as [m12]; cite no id that you have not seen. The Minority Report says what those who disagree hold and why, in its strongest form. A veto stands first in Disagreements.`
  return parts(
    ...transcript,
    section('Result of the ballot', quoted(resultText(context))),
    section('Ballots', ballotsText(context)),
    section(
      'Vetoes',
      quoted(
        vetoes(context.panel)
          .map((one) => `- ${nameOf(context.run, one.voter)}: ${one.veto}`)
          .join('\n'),
      ),
    ),
    section('What moderation stopped', quoted(violationsText(context))),
    section('Who could not speak', silentText(context)),
    section('What is asked', `${endText(context)}${ask}`),
  )
}

function endText({ panel }: PanelContext): string {
  if (panel.why === 'no_progress')
    return 'The debate was ended because too few panelists had anything new to say. Say so. '
  return panel.why.startsWith('limit:') ? `The debate was ended by a limit (${panel.why.slice(6)}). Say so. ` : ''
}

/** The decision and every count behind it. */
export function resultText(context: PanelContext): string {
  const decision = decisionOf(context.panel)
  const counts = countLines(context.panel).map((line) => `- ${line}`)
  if (!decision) return isOpen(context.panel) ? ['- Undecided: say so first.', ...counts].join('\n') : ''
  const by = {
    majority: 'plain majority',
    confidence: 'confidence, after a tie',
    lead: 'the Head, after a tie',
  }
  return [`- Decision: ${decision.option} (by ${by[decision.how]})`, ...counts].join('\n')
}

/** What was blocked, sent back or ended, with names. */
export const violationsText = ({ run, panel }: PanelContext): string =>
  panel.violations
    .map(
      ({ action, rule, reason, agent }) =>
        `- ${agent === '' ? 'The debate' : nameOf(run, agent)}: ${action}, ${rule}. ${reason}`,
    )
    .join('\n')

function silentText({ run, panel }: PanelContext): string {
  const failed = run.team.members.filter(({ slug }) =>
    panel.turns.some(({ agent, state }) => agent === slug && state === 'failed'),
  )
  return failed.map(({ name }) => `- ${name}: a turn failed`).join('\n')
}

/** Asks the Head for the report again, without citations of what does not exist and with every section. */
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

/** Asks the Head whether anything must be known first. */
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

const answersText = ({ questions }: PanelContext['panel']): string =>
  questions.map(({ question, answer }, index) => `${index + 1}. ${question}\n   ${answer ?? ''}`).join('\n')

/** Asks the Head for the topic; with the user's objection to the last one. */
export function topicBrief({ run, panel }: PanelContext): string {
  const ask =
    'Write the topic of discussion that guides the whole panel: the goal, the areas to investigate, the success criteria, the constraints, the tools and sources that are available, the output format. Be thorough and concise. You may add a line `DISCUSSION_DEPTH: Quick`, `Standard` or `Deep`.'
  return parts(
    panel.drafts === 0 ? run.goal : '',
    panel.drafts === 0 ? section('Answers', quoted(answersText(panel))) : '',
    section('What should change', quoted(panel.gate?.text ?? '')),
    section('What is asked', ask),
  )
}
