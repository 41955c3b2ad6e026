import { z } from 'zod'
import { declareAnswer } from '../../answer/declared.ts'
import { valueIn } from '../../answer/marks.ts'
import { type Ruling, readRuling } from '../../decision/read-answer.ts'
import { cleanLine } from '../../text/clean.ts'
import { readConverged, readOptions, readPosition, readQuestions, type Stated } from './reading.ts'
import type { Option } from './state.ts'
import { type Choice, readChoice } from './vote.ts'

const Reason = z.string().describe('why, in one or two sentences')

/** What the Head still has to know before the panel begins. */
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

/** What a contribution to a discussion ends with. */
export const position = declareAnswer({
  name: 'position',
  asks: 'a panelist, at the end of a contribution: what does it hold now?',
  part: 'prose',
  json: z.object({
    position: z.string().describe('your position in one line'),
    confidence: z.number().min(0).max(100).describe('0 to 100'),
    changed: z.string().nullable().describe('no, or yes, because <message id or evidence>'),
  }),
  complaint: 'it states no position',
  otherwise: 'in a discussion the ledger has no entry for the turn; in a decision it is requested once more',
  examples: [{ position: 'Wait', confidence: 80, changed: 'yes, because m4 names the failing tests' }],
  read: (text: string): Stated | undefined => readPosition(text),
})

/** A panelist's vote: an option by its letter, something else, or nothing on purpose. */
export const choice = declareAnswer({
  name: 'choice',
  asks: 'a panelist, in every round of a decision and in the ballot of a discussion: which option, and how likely each is',
  part: 'prose',
  json: z.object({
    vote: z.string().describe('letter, or something else: your position in one line'),
    probabilities: z
      .string()
      .describe('for every option how likely it is the right one, such as A 70, B 30: together 100'),
    reason: Reason,
  }),
  complaint: 'it names none of the options',
  otherwise: 'the ballot does not count',
  examples: [{ vote: 'B', probabilities: 'A 20, B 80', reason: 'The tests fail.' }],
  read: (text: string, options: readonly string[]): Choice | undefined => readChoice(text, options),
})

/** Which positions mean the same. */
export const grouping = declareAnswer({
  name: 'grouping',
  asks: 'the Head, after a blind round in free text: which positions mean the same?',
  part: 'whole',
  json: z.object({
    answers: z.array(
      z.object({ answer: z.string().describe('in one line'), ids: z.array(z.string()).describe('m3, m5, …') }),
    ),
  }),
  form: '- <the answer in one line> [m3, m5]',
  write: ({ answers }) =>
    answers
      .map(({ answer, ids }) => `- ${cleanLine(answer)} [${ids.filter((id) => /^m\d{1,9}$/u.test(id)).join(', ')}]`)
      .join('\n'),
  complaint: 'it names no position',
  otherwise: 'positions in other words count as different options, with a warning',
  examples: [{ answers: [{ answer: 'Wait until Monday', ids: ['m3', 'm5'] }] }],
  read(text: string): readonly Option[] | undefined {
    const options = readOptions(text)
    return options.length > 0 ? options : undefined
  },
})

/** Whether a discussion has come to its end. */
export const converged = declareAnswer({
  name: 'converged',
  asks: 'the Moderator: have the panelists converged?',
  part: 'prose',
  json: z.object({ verdict: z.enum(['converged', 'not_converged']), reason: Reason }),
  form: 'CONVERGED: <reason>\nor\nNOT_CONVERGED: <reason>',
  write: ({ verdict, reason }) => `${verdict.toUpperCase()}: ${cleanLine(reason)}`,
  complaint: 'it said neither CONVERGED nor NOT_CONVERGED',
  otherwise: 'not asked again: the discussion continues, with a warning',
  examples: [{ verdict: 'not_converged', reason: 'Two of three moved.' }],
  read: (text: string): boolean | undefined => readConverged(text),
})

/** Who speaks next in a discussion. */
export const nextSpeaker = declareAnswer({
  name: 'next-speaker',
  asks: 'the Moderator: who speaks next?',
  part: 'prose',
  json: z.object({ next: z.string().describe('alias') }),
  complaint: 'it names nobody who can speak',
  otherwise: 'not asked again: the next panelist in seat order speaks',
  examples: [{ next: 'Panelist B' }],
  read: (text: string): string | undefined => valueIn(text, 'NEXT'),
})

/** The Head's word on ballots that are tied. */
export const casting = declareAnswer({
  name: 'casting',
  asks: 'the Head, if the ballots are tied: which option?',
  part: 'whole',
  json: z.object({ decision: z.string().describe('option'), reason: z.string().describe('why') }),
  complaint: 'it named none of the options',
  otherwise: 'the question stays open, and the report says so first',
  examples: [{ decision: 'Wait', reason: 'Nothing is lost by waiting.' }],
  read: (text: string, options: readonly string[]): Ruling | undefined => readRuling(text, options),
})

export const panelAnswers = [questions, position, choice, grouping, converged, nextSpeaker, casting]
