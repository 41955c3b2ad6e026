import { z } from 'zod'
import { declareAnswer } from '../../../answer/declared.ts'
import { type ReadRuling, readRuling } from '../../../decision/read-answer.ts'
import { asksForChoice, picked, probabilities, reason, stance, veto, WAIT } from '../debate/contribution-answers.ts'

/** The Head's choice if the ballots are tied. */
export const casting = declareAnswer({
  name: 'casting',
  asks: 'the Head, if the ballots are tied: which option?',
  part: 'whole',
  json: z.object({ decision: z.string().describe('option'), reason: z.string().describe('why') }),
  complaint: 'it named none of the options',
  otherwise: 'the question stays open, and the report begins with that',
  examples: [{ decision: 'Wait', reason: 'Nothing is lost by waiting.' }],
  read: (text: string, options: readonly string[]): ReadRuling | undefined => readRuling(text, options),
})

/** The end of a discussion: the final position, for everyone to read, and the secret ballot. */
export const ballot = declareAnswer({
  ...asksForChoice,
  name: 'ballot',
  asks: 'a panelist, at the end of a discussion: its last position, which option, and how likely each is',
  part: 'whole',
  json: z.object({ position: stance, vote: picked, probabilities, reason, veto }),
  otherwise: 'it is requested once more, then the ballot does not count',
  examples: [{ position: 'Wait', vote: 'B', probabilities: 'A 20, B 80', ...WAIT }],
})
