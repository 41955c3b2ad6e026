import { takeUp } from '../take-up.ts'
import { type Answer, says } from './answer.ts'
import { asked, begin, bulleted, LABEL, modelWould, notFound, onGoal, onRole, paragraphs, questions } from './parts.ts'

/** A member's answer to the goal. Asked to review it, it has nothing to add: the same files give the same lines. */
export const respond: Answer = (study) =>
  study.ask.sections['Go over it'] === undefined ? firstAnswer(study) : says('[[REFLECTION_COMPLETE]]')

const firstAnswer: Answer = (study) =>
  says(
    paragraphs(
      LABEL,
      asked(study, 'Asked', 'goal'),
      onGoal(study, 'goal'),
      onRole(study),
      begin(study),
      bulleted('**After the others**', takeUp(study)),
      notFound(study),
      questions(study),
      modelWould(study),
    ),
  )
