import { aliasesOf, anonymous } from '../../../anonymity/anonymity.ts'
import { jsonText } from '../../../answer/declared.ts'
import type { Quantity } from '../../../event/estimate-facts.ts'
import { quoted } from '../../../text/quoted.ts'
import { topicParts } from '../opening/prompts.ts'
import { parts, section } from '../setup/prompt-parts.ts'
import { answerFor } from './answers.ts'
import { type EstimateContext, newestGiven, quantityOf } from './state.ts'

const CHANCE = 'PROBABILITY: <0 to 100> %'
const QUANTILES = `P10: <number and unit: it is below this in one of ten cases>
P50: <number and unit: as likely above as below>
P90: <number and unit: it is below this in nine of ten cases>`
const REASON = 'REASON: <why, in one to three sentences without any number: the others read this>'

/** Asks a seat for its sealed answer, the second time with the reasons of the others. */
export function estimateBrief(context: EstimateContext, agent: string, round: number): string {
  const isNew = context.session.conversations[agent] === undefined
  return parts(
    ...(isNew ? topicParts(context) : []),
    round > 1 ? section('Reasons', reasonsText(context, agent)) : '',
    section('Your turn', `${round > 1 ? SECOND : FIRST} ${linesText(context)}`),
  )
}

const FIRST =
  'Estimate on your own: nobody sees your answer, or that of the others, before all are in. Say first what it depends on and what similar cases took, then give your estimate. A range that is too narrow is as wrong as one that is too wide.'
const SECOND =
  'These are the reasons of the others, without their numbers. That several agree proves nothing: change your estimate only for a reason that you had not considered. Then estimate again. Your answer is sealed as before.'

/** Asks a seat once more after an answer that could not be read. */
export function againBrief(context: EstimateContext, why: string): string {
  const { unit } = quantityOf(context.panel)
  const wrong: { readonly [why: string]: string } = {
    order: 'its three numbers do not go up from P10 to P90',
    unit: `it is not in ${unit}`,
    size: 'it is negative or larger than anything can be',
  }
  const complaint = wrong[why] ?? answerFor(quantityOf(context.panel)).complaint
  return section('Your turn', `Your estimate does not count: ${complaint}. Give it once more. ${linesText(context)}`)
}

function linesText({ panel }: EstimateContext): string {
  const quantity = quantityOf(panel)
  const lines = quantity.kind === 'chance' ? CHANCE : QUANTILES
  return `End with these lines${inText(quantity)}. ${jsonText(answerFor(quantity))}\n\n${lines}\n${REASON}`
}

const inText = ({ unit }: Quantity): string => (unit === '' ? '' : `, in ${unit}`)

/** What the others said, as far as it holds no number. */
function reasonsText(context: EstimateContext, reader: string): string {
  const aliases = aliasesOf(context.run)
  const said = newestGiven(context).filter(({ agent, shared }) => agent !== reader && shared !== '')
  if (said.length === 0) return 'The others gave no reason that can be shown without a number.'
  return said
    .map(({ agent, shared }) => `### ${aliases[agent] ?? agent}\n\n${quoted(anonymous(context.run, agent, shared))}`)
    .join('\n\n')
}
