import { anonymous } from '../../../anonymity/anonymity.ts'
import { jsonText } from '../../../answer/declared.ts'
import { messageBy } from '../../../prompt/ask.ts'
import { quoted } from '../../../text/quoted.ts'
import { grouping } from '../debate/answers.ts'
import { choice, position } from '../debate/contribution-answers.ts'
import { againText } from '../debate/discussion/prompts.ts'
import { forms } from '../debate/forms.ts'
import { positionsText } from '../debate/ledger.ts'
import { shownOptions } from '../debate/options.ts'
import { answerEndText, transcriptParts, UNMOVED } from '../debate/prompts.ts'
import { boardText, unseen } from '../debate/window.ts'
import { topicParts } from '../opening/prompts.ts'
import { lettered } from '../setup/lettered.ts'
import { parts, section } from '../setup/prompt-parts.ts'
import { ballot } from './answers.ts'
import type { BallotContext } from './state.ts'

/** Asks the Head for the ballot's options. From here on it sees names. */
export function ballotOptionsBrief(context: BallotContext, again: boolean): string {
  const ask = `${againText(again, grouping)}The debate is over. Write the options that these positions amount to, one a line as \`- <option> [m3, m5]\`, with the ids of the first-round positions that each covers. Between them they cover every position that was held. ${jsonText(grouping)}`
  return parts(...(again ? [] : transcriptParts(context)), section('What is asked', ask))
}

/**
 * Asks a panelist for its final position and its ballot. `isShort`: its conversation is not there to remind it, so the
 * ask sums up what it knows.
 */
export function finalBrief(context: BallotContext, agent: string, isShort: boolean): string {
  const { panel } = context
  const ask = panel.opening.findings ? FINDINGS : BALLOT
  return parts(
    ...(isShort || panel.debate.seen[agent] === undefined ? topicParts(context) : []),
    ...(isShort
      ? knownParts(context, agent)
      : [section('Board', boardText(context, unseen(context, agent), agent).join('\n\n'))]),
    section('Options', quoted(lettered(shownOptions(context)))),
    section('What is asked', ask),
  )
}

const BALLOT = `The debate is over. State your final position and cast your ballot. It is secret: nobody sees it before all are in. Vote for one of the options by its letter, or abstain. ${UNMOVED} Answer with these lines. ${jsonText(ballot)}\n\nPOSITION: <your position in one line>\n${forms.ballot}\n${forms.veto}`

/** Nothing is put to a vote. The report is made of what the panelists hold. */
const FINDINGS = `The debate is over, and nothing is put to a vote. State what you hold now, what you found and what is still open, in a few sentences. ${UNMOVED} ${answerEndText({ lines: forms.position, answer: position })}`

const LONGEST_OWN = 2_000

/** What a panelist must not forget: what was discussed, what it said last, and what everyone holds. */
function knownParts(context: BallotContext, agent: string): readonly string[] {
  const { session, panel } = context
  const own = panel.debate.turns.findLast((turn) => turn.agent === agent && turn.message !== null)?.message
  const said = own ? (messageBy(session, own)?.text ?? '') : ''
  return [
    section('Summary of the discussion so far', quoted(panel.debate.window.summary)),
    section('Your last contribution', quoted(anonymous(context.run, agent, said.slice(0, LONGEST_OWN)))),
    section('Positions held now', quoted(positionsText(context, agent))),
  ]
}

/** Asks a panelist once more after an unreadable ballot. */
export const ballotBrief = (context: BallotContext): string =>
  parts(
    section('Options', quoted(lettered(shownOptions(context)))),
    section(
      'What is asked',
      `Your ballot could not be counted: ${choice.complaint}. Vote again, for one of them by its letter, or write abstain. Answer with these lines. ${jsonText(choice)}\n\n${forms.ballot}`,
    ),
  )
