import { goalExtracts } from '../goal.ts'
import { quoteOf } from '../quote.ts'
import { keySentence, nameOf } from '../take-up.ts'
import { type Answer, says } from './answer.ts'
import { bulleted, LABEL, paragraphs } from './parts.ts'

const MAX_SENTENCES = 5

/** The most significant sentences of the text, in its order. */
export const summary: Answer = (study) => {
  const sentences = goalExtracts(study.ask.text, 'text', study.terms, MAX_SENTENCES)
  const said = study.ask.earlier.flatMap((earlier) => {
    const sentence = keySentence(study, earlier.text)
    return sentence ? [`${earlier.author === '' ? '' : `${nameOf(earlier)} `}${quoteOf(sentence)}`] : []
  })
  return says(paragraphs(LABEL, bulleted('**In its own words**', [...sentences.map(quoteOf), ...said])))
}
