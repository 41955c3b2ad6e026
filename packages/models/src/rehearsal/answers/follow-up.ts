import { quoteOf } from '../quote.ts'
import type { Study } from '../study.ts'
import { keySentence, nameOf } from '../take-up.ts'
import { type Answer, says } from './answer.ts'
import { asked, begin, bulleted, LABEL, modelWould, notFound, onGoal, onRole, paragraphs, questions } from './parts.ts'

const MAX_QUOTED = 3

/** Answers a follow-up: first from the conversation, then from the files. */
export const followUp: Answer = (study) =>
  says(
    paragraphs(
      LABEL,
      asked(study, 'Asked now', 'question'),
      bulleted('**From the conversation**', fromConversation(study)),
      onGoal(study, 'question'),
      onRole(study),
      begin(study),
      notFound(study),
      questions(study),
      modelWould(study),
    ),
  )

function fromConversation(study: Study): readonly string[] {
  return study.ask.earlier.slice(-MAX_QUOTED).flatMap((earlier) => {
    const sentence = keySentence(study, earlier.text)
    if (!sentence) return []
    return [`${earlier.author === '' ? 'I said' : `${nameOf(earlier)} said`} ${quoteOf(sentence)}`]
  })
}
