import { type DeclaredAnswer, jsonText, unreadText } from '../../../../answer/declared.ts'
import { quoted } from '../../../../text/quoted.ts'
import { topicParts } from '../../opening/prompts.ts'
import { briefOf } from '../../setup/briefs.ts'
import { parts, section } from '../../setup/prompt-parts.ts'
import { aliasOf } from '../../setup/seats.ts'
import { converged, nextSpeaker } from '../answers.ts'
import { position } from '../contribution-answers.ts'
import { forms } from '../forms.ts'
import { positionsText } from '../ledger.ts'
import { type AnswerEnding, answerEndText, noticesFor, UNMOVED, whereText } from '../prompts.ts'
import { roundNow } from '../speakers.ts'
import type { DebateContext } from '../state.ts'
import { boardText, unseen } from '../window.ts'

/** What a contribution ends with. */
export const discussionEnding = (context: DebateContext): AnswerEnding => ({
  lines: roundNow(context) > 1 ? `${forms.position}\n${forms.changed}` : forms.position,
  answer: position,
})

/** Asks a panelist for its contribution. In the first round it sees nothing from the others. */
export function discussionTurnBrief(context: DebateContext, agent: string, turn: number): string {
  const round = roundNow(context)
  const { panel } = context
  const opens = panel.debate.seen[agent] === undefined
  const own = panel.debate.turns.findLast((one) => one.agent === agent)?.message
  return parts(
    ...(opens ? topicParts(context) : []),
    opens ? section('Your brief', briefOf(context.run, agent)) : '',
    opens ? section('Summary of the discussion so far', quoted(panel.debate.window.summary)) : '',
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
const heardBlind = (context: DebateContext, agent: string) =>
  unseen(context, agent).filter(({ by }) => !context.run.team.members.some(({ slug }) => slug === by))

const blindTurn = (context: DebateContext, turn: number): string =>
  `${whereText(context, turn)} This round is blind: nobody sees what the others say before all have spoken. Argue your own view from evidence. ${answerEndText(discussionEnding(context))}`

const laterTurn = (context: DebateContext, turn: number, own: string | undefined): string =>
  `${whereText(context, turn)}${own ? ` Your last contribution is [${own}].` : ''} Answer the strongest point against you, bring what is new, cite messages as [m12]. If you agree with a position, state it in the same words. ${UNMOVED} ${answerEndText(discussionEnding(context))}`

/** What the Moderator sees of the board, and the current positions. */
function forModerator(context: DebateContext, agent: string): readonly string[] {
  const opens = context.panel.debate.seen[agent] === undefined
  return [
    ...(opens ? topicParts(context) : []),
    opens ? section('Summary of the discussion so far', quoted(context.panel.debate.window.summary)) : '',
    section('Board', boardText(context, unseen(context, agent), agent).join('\n\n')),
    section('Positions held now', quoted(positionsText(context))),
  ]
}

type Check = { readonly agent: string; readonly again: boolean }

export const againText = (again: boolean, answer: Pick<DeclaredAnswer, 'complaint'>): string =>
  again ? `${unreadText(answer)} ` : ''

const MAY_REDIRECT = 'You may add one line `REDIRECT: <alias or all>: <one sentence>`.'

/** Asks the Moderator whether the panel has converged. */
export function convergedBrief(context: DebateContext, { agent, again }: Check): string {
  const ask = `${againText(again, converged)}Have the panelists substantially converged? Begin your answer with CONVERGED or NOT_CONVERGED, followed by a brief reason. ${MAY_REDIRECT} ${jsonText(converged)}`
  return parts(...forModerator(context, agent), section('What is asked', ask))
}

/** Asks the Moderator who speaks next among those who have not spoken in this round. */
export function nextBrief(
  context: DebateContext,
  { agent, again, waiting }: Check & { readonly waiting: readonly string[] },
): string {
  const ask = `${againText(again, nextSpeaker)}Who speaks next: ${waiting.join(', ')}? Answer with one line \`NEXT: <alias>\`. ${MAY_REDIRECT} ${jsonText(nextSpeaker)}`
  return parts(...forModerator(context, agent), section('What is asked', ask))
}
