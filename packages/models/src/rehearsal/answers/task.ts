import { takeUp } from '../take-up.ts'
import { type Answer, says } from './answer.ts'
import { asked, begin, bulleted, LABEL, modelWould, notFound, onGoal, onRole, paragraphs, questions } from './parts.ts'

/** A task report: what was found for it, and that nothing was changed. */
export const task: Answer = (study) =>
  says(
    paragraphs(
      LABEL,
      asked(study, 'Task', 'goal'),
      onGoal(study, 'goal'),
      onRole(study),
      begin(study),
      bulleted('**After the others**', takeUp(study)),
      notFound(study),
      '**Done** Read and quoted; no file was changed and no command was run.',
      questions(study),
      modelWould(study),
    ),
  )
