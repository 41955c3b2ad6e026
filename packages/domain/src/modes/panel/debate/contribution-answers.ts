import { z } from 'zod'
import { declareAnswer } from '../../../answer/declared.ts'
import { readPosition, type Stated } from './reading.ts'
import { type ChosenPosition, readChoice } from './vote.ts'

/** The contribution itself: what others read, before the lines that are counted. */
const argument = z.string().describe('your argument')
export const stance = z.string().describe('your position in one line')
const confidence = z.number().min(0).max(100).describe('0 to 100')
export const reason = z.string().describe('why, in one or two sentences')
const changed = z.string().nullable().describe('no, or yes, because <message id or evidence>')
export const probabilities = z
  .string()
  .describe('for every option its letter and how likely it is the right one, together 100')
export const veto = z.string().nullable().describe('only if an option would do harm that cannot be undone: why')
export const picked = z.string().describe('letter, or something else: your position in one line')

const asksForPosition = {
  complaint: 'it states no position',
  read: (text: string): Stated | undefined => readPosition(text),
}
export const asksForChoice = {
  complaint: 'it names none of the options, or an option other than its position',
  otherwise: 'it is requested once more, then the vote does not count',
  read: (text: string, options: readonly string[]): ChosenPosition | undefined => readChoice(text, options),
}
export const WAIT = { reason: 'The tests fail.', veto: null }

/** A contribution to a discussion. */
export const position = declareAnswer({
  ...asksForPosition,
  name: 'position',
  asks: 'a panelist, in every turn of a discussion: its argument and its current position',
  part: 'whole',
  json: z.object({ argument, position: stance, confidence, changed }),
  otherwise: 'the ledger has no entry for the turn',
  examples: [
    { argument: 'Look at m4.', position: 'Wait', confidence: 80, changed: 'yes, because m4 names the failing tests' },
  ],
})

/** A contribution to a decision that has no options yet. */
export const firstPosition = declareAnswer({
  ...asksForPosition,
  name: 'first-position',
  asks: 'a panelist, in the blind round of a decision without options: its argument and its answer',
  part: 'whole',
  json: z.object({ argument, position: stance, confidence, reason }),
  otherwise: 'it is requested once more, then it does not count',
  examples: [{ argument: 'The tests fail.', position: 'Wait', confidence: 80, reason: 'The tests fail.' }],
})

/** A contribution to a decision between options. */
export const arguedVote = declareAnswer({
  ...asksForChoice,
  name: 'argued-vote',
  asks: 'a panelist, in every round of a decision: its argument, which option, and how likely each is',
  part: 'whole',
  json: z.object({ argument, vote: picked, probabilities, reason, changed, veto }),
  examples: [{ argument: 'Look at m4.', vote: 'B', probabilities: 'A 20, B 80', changed: null, ...WAIT }],
})

/** Only a vote, if the previous one was unreadable: an option by its letter, something else, or an abstention. */
export const choice = declareAnswer({
  ...asksForChoice,
  name: 'choice',
  asks: 'a panelist whose vote could not be read: which option, and how likely each is',
  part: 'whole',
  json: z.object({ vote: picked, probabilities, reason, changed, veto }),
  otherwise: 'the vote does not count',
  examples: [{ vote: 'B', probabilities: 'A 20, B 80', changed: null, ...WAIT }],
})
