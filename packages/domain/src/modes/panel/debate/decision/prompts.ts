import { type DeclaredAnswer, jsonText } from '../../../../answer/declared.ts'
import { hashNumber } from '../../../../shared/hash.ts'
import type { MessageId } from '../../../../shared/ids.ts'
import { randomFrom, shuffled } from '../../../../team/draw-models.ts'
import { letterAt } from '../../../../text/letters.ts'
import { quoted } from '../../../../text/quoted.ts'
import { topicParts } from '../../opening/prompts.ts'
import { briefOf } from '../../setup/briefs.ts'
import { lettered } from '../../setup/lettered.ts'
import { parts, section } from '../../setup/prompt-parts.ts'
import { aliasOf } from '../../setup/seats.ts'
import { IN_A_DECISION } from '../argument.ts'
import { arguedVote, choice, firstPosition } from '../contribution-answers.ts'
import { forms } from '../forms.ts'
import { experimentParts, lookAsk } from '../looking/prompts.ts'
import { optionHeld, shownOptions } from '../options.ts'
import { type AnswerEnding, answerEndText, noticesFor, UNMOVED, whereText } from '../prompts.ts'
import { roundNow } from '../speakers.ts'
import { type ClusteredOption, type DebateContext, type Held, held } from '../state.ts'
import { boardText, unseen } from '../window.ts'

/** What a contribution ends with: a vote, or a position while there are no options. */
export const decisionEnding = (context: DebateContext): AnswerEnding =>
  optionsShown(context).length === 0
    ? { lines: forms.answer, answer: firstPosition }
    : { lines: voteLines(context), answer: arguedVote }

function voteLines(context: DebateContext): string {
  const example = optionsShown(context)
    .map((_, place) => `${letterAt(place)} <n>`)
    .join(', ')
  const vote = `${forms.vote}
PROBABILITIES: ${example} (how likely each is the right one; with something else <n>, if you name it, together 100)
REASON: <your main reason in one sentence>`
  return [vote, ...(roundNow(context) > 1 ? [forms.rebutted] : []), forms.veto].join('\n')
}

/** Nobody sees an option that somebody added in the same round: that would reveal a vote. */
const optionsShown = (context: DebateContext): readonly string[] => {
  const {
    debate: { options, ledger },
  } = context.panel
  const round = roundNow(context)
  const isNew = ({ covers }: ClusteredOption) =>
    covers.length > 0 &&
    covers.every((id) => ledger.some((line) => line.message === id && line.round === round && line.option !== null))
  const isFixed = ({ covers }: ClusteredOption) => covers.length === 0
  return shownOptions(context).filter((_, place) => {
    const option = options[place]
    return option !== undefined && (round === 1 ? isFixed(option) : !isNew(option))
  })
}

/** Asks a panelist for its argument and its vote. In the first round it sees nothing from the others. */
export function decisionTurnBrief(context: DebateContext, agent: string, turn: number): string {
  const { panel, run } = context
  const opens = panel.debate.seen[agent] === undefined
  const alias = opens ? `The others know you as ${aliasOf(run, agent)}. ` : ''
  const ask = roundNow(context) === 1 ? blindTurn(context, turn) : laterTurn(context, turn)
  return parts(
    ...(opens ? topicParts(context) : []),
    opens ? section('Your brief', briefOf(run, agent)) : '',
    section('Arguments', argumentsText(context, agent)),
    section('Options', quoted(lettered(optionsShown(context)))),
    experimentParts(context, agent, roundNow(context) - 1),
    ...noticesFor(context, agent),
    section('Your turn', `${alias}${ask}`),
  )
}

const blindTurn = (context: DebateContext, turn: number): string =>
  `${whereText(context, turn)} This round is blind: nobody sees what the others say before all have spoken. Argue your own view from evidence, then ${optionsShown(context).length > 0 ? 'vote' : 'give your answer'}. ${answerEndText(decisionEnding(context))}`

/** With the outcome of an experiment, or against the others' arguments. */
function laterTurn(context: DebateContext, turn: number): string {
  const look = lookAsk(context, roundNow(context))
  return look === undefined
    ? rebuttal(context, turn)
    : `${whereText(context, turn)} ${look} ${answerEndText(decisionEnding(context))}`
}

const rebuttal = (context: DebateContext, turn: number): string =>
  `${whereText(context, turn)} The panel is split. Answer the strongest point against you, bring what is new, cite messages as [m12], and vote again. ${UNMOVED} ${answerEndText(decisionEnding(context))}`

/** What the reader has not heard yet: the strongest argument against its view first, the others in shuffled order. */
function argumentsText(context: DebateContext, reader: string): string {
  const entries = unseen(context, reader).filter(({ by, id }) => by !== reader && !isOfThisRound(context, id))
  const strongest = contraryTo(context, reader)?.agent
  const order = shuffled(
    entries.map(({ id }) => id),
    randomFrom(hashNumber(`${context.run.id} ${reader} ${roundNow(context)}`)),
  )
  const first = entries.filter(({ by }) => by === strongest)
  const others = order.flatMap((id) => entries.filter((entry) => entry.id === id && !first.includes(entry)))
  return boardText(context, [...first, ...others], reader, IN_A_DECISION).join('\n\n')
}

/** Everyone votes at the same time, but the user is asked before the others. */
const isOfThisRound = (context: DebateContext, id: MessageId): boolean =>
  context.panel.debate.turns.some(({ message, round }) => message === id && round === roundNow(context))

/** The most confident panelist with a different vote in an earlier round. */
function contraryTo(context: DebateContext, reader: string): Held | undefined {
  const ledger = context.panel.debate.ledger.filter(({ round }) => round < roundNow(context))
  const lines = held({ run: context.run, panel: { ...context.panel, debate: { ...context.panel.debate, ledger } } })
  const own = lines.find(({ agent }) => agent === reader)
  const meant = (line: Held) => optionHeld(context.panel.debate.options, line)
  const contrary = lines.filter(
    (line) => line.agent !== reader && !line.abstains && (!own || meant(line) !== meant(own)),
  )
  return contrary.toSorted((one, other) => (other.confidence ?? 0) - (one.confidence ?? 0))[0]
}

/** Asks a panelist once more after an unreadable vote. */
export function positionBrief(context: DebateContext): {
  readonly description: string
  readonly answer: DeclaredAnswer
} {
  const options = optionsShown(context)
  const { lines } = decisionEnding(context)
  const [wish, answer] =
    options.length > 0
      ? [
          `Your vote could not be counted: ${choice.complaint}. Vote again by letter, for something else, or abstain.`,
          choice,
        ]
      : ['Your contribution states no position. State it now.', firstPosition]
  const ask = `${wish} Answer with these lines. ${jsonText(answer)}\n\n${lines}`
  const description = parts(section('Options', quoted(lettered(options))), section('What is asked', ask))
  return { description, answer }
}
