import { z } from 'zod'
import { declareAnswer } from '../../answer/declared.ts'
import { cleanLine } from '../../text/clean.ts'
import { COMPLETE, NEEDS_ITERATION, neutralised, REFLECTION_COMPLETE } from '../orchestrate/sentinels.ts'
import { type JudgedScore, readDone, readJudgement, readOwnJudgement } from './read-evaluation.ts'

/** Without brackets: a copied form must not say what it asks for. */
const bare = (sentinel: string): string => sentinel.replaceAll(/[[\]]/gu, '')

/** A judge's score for a result. */
export const score = declareAnswer({
  name: 'score',
  asks: 'the judge: how well the result meets the goal',
  part: 'whole',
  json: z.object({
    score: z.number().min(0).max(1).describe('a number from 0 to 1'),
    rationale: z.string().describe('what is missing or wrong, most important first'),
  }),
  complaint: 'it had no score that could be read',
  otherwise: 'the lead judges its own result',
  examples: [{ score: 0.7, rationale: 'The costs are missing.' }],
  read: (text: string): JudgedScore | undefined => readJudgement(text),
})

/** A lead's verdict on its own result. */
export const ownVerdict = declareAnswer({
  name: 'own-verdict',
  asks: 'the lead, without a judge: is the goal met?',
  part: 'whole',
  json: z.object({
    verdict: z.enum(['complete', 'needs_iteration']),
    reason: z.string().describe('what is missing or wrong'),
  }),
  form: `[[<${bare(COMPLETE)} or ${bare(NEEDS_ITERATION)}>]]\n<what is missing or wrong>`,
  write({ verdict, reason }) {
    const said = neutralised(cleanLine(reason))
    // After the sentinel, a reason that begins with `but` would retract it.
    const parts = verdict === 'complete' ? [said, COMPLETE] : [NEEDS_ITERATION, said]
    return parts.filter((part) => part !== '').join('\n\n')
  },
  complaint: 'it said neither that the goal is met nor that it is not',
  otherwise: 'the iteration has no score, and the next one begins',
  examples: [{ verdict: 'needs_iteration', reason: 'The costs are missing.' }],
  read: (text: string): JudgedScore | undefined => readOwnJudgement(text),
})

/** The line with which a reflecting agent says that nothing is left to do. */
export const doneAnswerForm = declareAnswer({
  name: 'done',
  asks: 'an agent that reviews its own answer: is it done?',
  part: 'prose',
  json: z.object({ done: z.boolean() }),
  form: `<${bare(REFLECTION_COMPLETE)} in double square brackets, alone on a line>`,
  write: ({ done: isDone }) => (isDone ? REFLECTION_COMPLETE : ''),
  complaint: 'it did not end with the line',
  otherwise: 'not asked again: without the line, the next iteration begins',
  examples: [{ done: true }],
  read: (text: string): true | undefined => readDone(text),
})
