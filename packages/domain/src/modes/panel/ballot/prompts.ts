import { anonymousAll } from '../../../anonymity/anonymity.ts'
import { formText } from '../../../answer/declared.ts'
import { countText } from '../../../text/amounts.ts'
import { quoted } from '../../../text/quoted.ts'
import { topicParts } from '../opening/prompts.ts'
import { parts, section } from '../setup/prompt-parts.ts'
import { casting } from './answers.ts'
import { reasonsText } from './ballot-text.ts'
import type { BallotContext } from './state.ts'
import { tallyBallots } from './tally.ts'

/** Asks the Head to decide between options with tied ballots: by the reasons, not by who gave them. */
export function tieBrief(context: BallotContext): string {
  const { majority, how, among } = tallyBallots(context.panel)
  const unnamed = (text: string) => anonymousAll(context.run, text)
  const rows = majority.map(({ option, points }) => `- ${unnamed(option)}: ${countText(points, 'vote')}`)
  const why =
    how === 'quorum'
      ? 'Fewer than half have voted. Decide.'
      : `The ballots are tied. Decide between: ${among.map(unnamed).join('; ')}.`
  const ask = `${why} ${formText(casting)}`
  const again = context.panel.ballot.unreadRulings > 0 ? 'Your last answer named none of the options. ' : ''
  const options = majority.map(({ option }, index) => `${index + 1}. ${unnamed(option)}`).join('\n')
  return parts(
    ...topicParts(context),
    section('Options', quoted(options)),
    section('Votes', quoted(rows.join('\n'))),
    section('Reasons', quoted(reasonsText(context))),
    section('What is asked', `${again}${ask}`),
  )
}
