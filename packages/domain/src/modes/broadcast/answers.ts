import { z } from 'zod'
import { declareAnswer } from '../../answer/declared.ts'
import type { CommonPoint } from '../../event/opinion-facts.ts'
import { cleanLine } from '../../text/clean.ts'
import { type Opinion, readPoints } from './read-points.ts'

const marks = { all: 'AGREED', some: 'PARTLY', disputed: 'DISPUTED' } as const

/** What several independent answers have in common. */
export const comparedOpinions = declareAnswer({
  name: 'common-points',
  asks: 'the lead, once all members have answered: what do all answers say, what only some, and where do they contradict each other?',
  part: 'whole',
  json: z.object({
    points: z.array(
      z.object({
        kind: z.enum(['all', 'some', 'disputed']),
        text: z.string().describe('one sentence'),
        passages: z.array(
          z.object({
            message: z.string().describe('id of the answer, such as m2'),
            words: z.string().describe('a passage of it, to the letter'),
          }),
        ),
      }),
    ),
  }),
  form: `AGREED: <what all answers say, in one sentence>
PASSAGE: <id of an answer> "<a passage of it that says so, to the letter>"
PASSAGE: <id of the next answer> "<a passage>"

PARTLY: <what only some answers say>
PASSAGE: <id> "<a passage>"

DISPUTED: <what they contradict each other about>
PASSAGE: <id> "<one side>"
PASSAGE: <another id> "<the other side>"`,
  write: ({ points }) =>
    points
      .map(({ kind, text, passages }) =>
        [
          `${marks[kind]}: ${cleanLine(text)}`,
          ...passages.map(({ message, words }) => `PASSAGE: ${cleanLine(message)} "${cleanLine(words)}"`),
        ].join('\n'),
      )
      .join('\n\n'),
  complaint: 'it names nothing with a passage that is in the answers, to the letter',
  otherwise: 'the answers stay side by side, with a warning',
  examples: [
    {
      points: [
        {
          kind: 'all',
          text: 'One database is enough.',
          passages: [
            { message: 'm2', words: 'One database is enough for years.' },
            { message: 'm3', words: 'You need one database.' },
          ],
        },
        {
          kind: 'disputed',
          text: 'When to move.',
          passages: [
            { message: 'm2', words: 'Move it now.' },
            { message: 'm3', words: 'Wait until January.' },
          ],
        },
      ],
    },
  ],
  read: (text: string, opinions: readonly Opinion[]): readonly CommonPoint[] | undefined => readPoints(text, opinions),
})
