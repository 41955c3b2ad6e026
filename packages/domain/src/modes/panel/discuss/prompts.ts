import { anonymous } from '../../../anonymity/anonymity.ts'
import { type DeclaredAnswer, jsonText, unreadText } from '../../../answer/declared.ts'
import { messageBy } from '../../../prompt/ask.ts'
import { quoted } from '../../../text/quoted.ts'
import { converged, grouping, nextSpeaker } from '../answers.ts'
import { aliasOf, lettered, shownOptions } from '../ballot.ts'
import { ballot, choice, position } from '../contribution-answers.ts'
import { forms } from '../forms.ts'
import { positionsText } from '../ledger.ts'
import {
  type Ending,
  endText,
  noticesFor,
  parts,
  section,
  topicParts,
  transcriptParts,
  UNMOVED,
  whereText,
} from '../prompts.ts'
import { roundNow } from '../speakers.ts'
import type { PanelContext } from '../state.ts'
import { boardText, unseen } from '../window.ts'

/** What a contribution ends with. */
export const endingOf = (context: PanelContext): Ending => ({
  lines: roundNow(context) > 1 ? `${forms.position}\n${forms.changed}` : forms.position,
  answer: position,
})

/** Asks a panelist for its contribution. In the first round it sees nothing from the others. */
export function contributeBrief(context: PanelContext, agent: string, turn: number): string {
  const round = roundNow(context)
  const { panel } = context
  const opens = panel.seen[agent] === undefined
  const own = panel.turns.findLast((one) => one.agent === agent)?.message
  return parts(
    ...(opens ? topicParts(context) : []),
    opens ? section('Summary of the discussion so far', quoted(panel.window.summary)) : '',
    section(
      'Board',
      boardText(context, round > 1 ? unseen(context, agent) : heardBlind(context, agent), agent).join('\n\n'),
    ),
    round > 1 ? section('Positions held now', quoted(positionsText(context, agent))) : '',
    ...noticesFor(context, agent),
    section(
      'Your turn',
      `${opens ? `The others know you as ${aliasOf(context.run, agent)}. ` : ''}${round === 1 ? blindTurn(context, turn) : laterTurn(context, turn, own ?? undefined)}`,
    ),
  )
}

/** In the blind round, only what the user said to everyone: the user may have had their own turn already. */
const heardBlind = (context: PanelContext, agent: string) =>
  unseen(context, agent).filter(({ by }) => !context.run.team.members.some(({ slug }) => slug === by))

const blindTurn = (context: PanelContext, turn: number): string =>
  `${whereText(context, turn)} This round is blind: nobody sees what the others say before all have spoken. Argue your own view from evidence. ${endText(endingOf(context))}`

const laterTurn = (context: PanelContext, turn: number, own: string | undefined): string =>
  `${whereText(context, turn)}${own ? ` Your last contribution is [${own}].` : ''} Answer the strongest point against you, bring what is new, cite messages as [m12]. If you agree with a position, state it in the same words. ${UNMOVED} ${endText(endingOf(context))}`

/** What the Moderator sees of the board, and the current positions. */
function forModerator(context: PanelContext, agent: string): readonly string[] {
  const opens = context.panel.seen[agent] === undefined
  return [
    ...(opens ? topicParts(context) : []),
    opens ? section('Summary of the discussion so far', quoted(context.panel.window.summary)) : '',
    section('Board', boardText(context, unseen(context, agent), agent).join('\n\n')),
    section('Positions held now', quoted(positionsText(context))),
  ]
}

type Check = { readonly agent: string; readonly again: boolean }

const againText = (again: boolean, answer: Pick<DeclaredAnswer, 'complaint'>): string =>
  again ? `${unreadText(answer)} ` : ''

const MAY_REDIRECT = 'You may add one line `REDIRECT: <alias or all>: <one sentence>`.'

/** Asks the Moderator whether the panel has converged. */
export function convergedBrief(context: PanelContext, { agent, again }: Check): string {
  const ask = `${againText(again, converged)}Have the panelists substantially converged? Begin your answer with CONVERGED or NOT_CONVERGED, followed by a brief reason. ${MAY_REDIRECT} ${jsonText(converged)}`
  return parts(...forModerator(context, agent), section('What is asked', ask))
}

/** Asks the Moderator who speaks next among those who have not spoken in this round. */
export function nextBrief(
  context: PanelContext,
  { agent, again, waiting }: Check & { readonly waiting: readonly string[] },
): string {
  const ask = `${againText(again, nextSpeaker)}Who speaks next: ${waiting.join(', ')}? Answer with one line \`NEXT: <alias>\`. ${MAY_REDIRECT} ${jsonText(nextSpeaker)}`
  return parts(...forModerator(context, agent), section('What is asked', ask))
}

/** Asks the Head for the ballot's options. From here on it sees names. */
export function optionsBrief(context: PanelContext, again: boolean): string {
  const ask = `${againText(again, grouping)}The debate is over. Write the options that these positions amount to, one a line as \`- <option> [m3, m5]\`, with the ids of the first-round positions that each covers. Between them they cover every position that was held. ${jsonText(grouping)}`
  return parts(...(again ? [] : transcriptParts(context)), section('What is asked', ask))
}

/**
 * Asks a panelist for its final position and its ballot. `isShort`: its conversation is not there to remind it, so the
 * ask sums up what it knows.
 */
export function finalBrief(context: PanelContext, agent: string, isShort: boolean): string {
  const { panel } = context
  const ask = `The debate is over. State your final position and cast your ballot. It is secret: nobody sees it before all are in. Vote for one of the options by its letter, or abstain. ${UNMOVED} Answer with these lines. ${jsonText(ballot)}\n\nPOSITION: <your position in one line>\n${forms.ballot}\n${forms.veto}`
  return parts(
    ...(isShort || panel.seen[agent] === undefined ? topicParts(context) : []),
    ...(isShort
      ? knownParts(context, agent)
      : [section('Board', boardText(context, unseen(context, agent), agent).join('\n\n'))]),
    section('Options', quoted(lettered(shownOptions(context)))),
    section('What is asked', ask),
  )
}

const LONGEST_OWN = 2_000

/** What a panelist must not forget: what was discussed, what it said last, and what everyone holds. */
function knownParts(context: PanelContext, agent: string): readonly string[] {
  const { session, panel } = context
  const own = panel.turns.findLast((turn) => turn.agent === agent && turn.message !== null)?.message
  const said = own ? (messageBy(session, own)?.text ?? '') : ''
  return [
    section('Summary of the discussion so far', quoted(panel.window.summary)),
    section('Your last contribution', quoted(anonymous(context.run, agent, said.slice(0, LONGEST_OWN)))),
    section('Positions held now', quoted(positionsText(context, agent))),
  ]
}

/** Asks a panelist once more after an unreadable ballot. */
export const voteBrief = (context: PanelContext): string =>
  parts(
    section('Options', quoted(lettered(shownOptions(context)))),
    section(
      'What is asked',
      `Your ballot could not be counted: ${choice.complaint}. Vote again, for one of them by its letter, or write abstain. Answer with these lines. ${jsonText(choice)}\n\n${forms.ballot}`,
    ),
  )
