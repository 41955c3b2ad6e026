import { countText } from '@convene/domain'
import { type Answer, says } from './answer.ts'
import { LABEL, modelWould, paragraphs } from './parts.ts'

/** A review of a step: whether there is a report. A rehearsal cannot say whether it is right. */
export const review: Answer = (study) => {
  const { Report = '', Changed = '' } = study.ask.sections
  if (Report === '') return says(paragraphs(LABEL, 'REOPEN: there is no report'))
  const files = Changed.split('\n\n')[0]?.match(/^- /gm)?.length ?? 0
  const changed = files === 0 ? 'No file was changed.' : `Changed: ${countText(files, 'file')}.`
  return says(
    paragraphs(LABEL, `There is a report of ${Report.length} characters. ${changed}`, modelWould(study), 'ACCEPT'),
  )
}
