import { z } from 'zod'
import { declareAnswer } from '../answer/declared.ts'
import { type ReadChoice, type ReadRuling, readRuling, readVote } from './read-answer.ts'

const NO_OPTION = 'it named none of the options'
const Reason = z.string().describe('one or two sentences')

/** A member's ballot in a decision. */
export const voteAnswer = declareAnswer({
  name: 'vote',
  asks: 'a member, in a vote: which option, and why',
  part: 'whole',
  json: z.object({
    vote: z.string().describe('one of the options, word for word, or abstain'),
    reason: Reason,
    confidence: z.number().min(0).max(100).describe('0 to 100'),
  }),
  complaint: NO_OPTION,
  otherwise: 'the vote does not count',
  examples: [{ vote: 'Wait', reason: 'Two tests fail.', confidence: 80 }],
  read: (text: string, options: readonly string[]): ReadChoice | undefined => readVote(text, options),
})

/** The lead's decision if the vote did not decide. */
export const ruling = declareAnswer({
  name: 'ruling',
  asks: 'the lead, if the votes are tied or too few: which option',
  part: 'whole',
  json: z.object({
    decision: z.string().describe('one of the options, word for word'),
    reason: z.string().describe('why, in two or three sentences'),
  }),
  complaint: NO_OPTION,
  otherwise: 'the question stays open',
  examples: [{ decision: 'Wait', reason: 'Nobody lost anything by waiting last time.' }],
  read: (text: string, options: readonly string[]): ReadRuling | undefined => readRuling(text, options),
})

/** The answers a decision asks for, in every mode. */
export const decisionAnswers = [voteAnswer, ruling]
