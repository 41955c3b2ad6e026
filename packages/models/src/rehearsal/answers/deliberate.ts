import { cite, escapeName } from '../quote.ts'
import { favourite, weigh } from '../weigh.ts'
import { type Answer, says } from './answer.ts'
import { asked, bulleted, LABEL, modelWould, onRole, paragraphs } from './parts.ts'

/** What the files say for each option, and the one that most of them mention. */
export const deliberate: Answer = (study) => {
  const { options } = study.ask
  const rows = weigh(study, options).map(({ option, files, extract }) => {
    const found =
      files === 0 ? 'no file has its words' : `${files === 1 ? '1 file has' : `${files} files have`} its words`
    return `**${escapeName(option)}**: ${found}${extract ? `: ${cite(extract)}` : ''}`
  })
  const best = favourite(study, options)
  const choice = best
    ? `**I lean to** ${escapeName(best.option)}. A model that shows me wrong would change my mind.`
    : ''
  return says(
    paragraphs(
      LABEL,
      asked(study, 'To decide', 'goal'),
      bulleted('**The options**', rows),
      onRole(study),
      choice,
      modelWould(study),
    ),
  )
}
