import { z } from 'zod'
import { declareAnswer } from '../../../answer/declared.ts'
import { cleanLine } from '../../../text/clean.ts'
import { readQuestions } from './read-questions.ts'

/** What the Head still needs to know before the panel begins. */
export const questions = declareAnswer({
  name: 'questions',
  asks: 'the Head: what must the user answer first?',
  part: 'prose',
  json: z.object({ questions: z.array(z.string()) }),
  form: '1. <question>\n2. <question>\nor\nCLEAR: <in a few words>',
  write: ({ questions: all }) =>
    all.length === 0 ? 'CLEAR: nothing to ask.' : all.map((one, at) => `${at + 1}. ${cleanLine(one)}`).join('\n'),
  complaint: 'it asked nothing and did not say that all is clear',
  otherwise: 'not asked again: without questions, the topic is written',
  examples: [{ questions: ['Which Friday?', 'Who is on call?'] }, { questions: [] }],
  read: (text: string): readonly string[] | undefined => readQuestions(text),
})
