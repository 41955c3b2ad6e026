import { z } from 'zod'
import { declareAnswer } from '../../../answer/declared.ts'
import { valueIn } from '../../../answer/marks.ts'
import { hasReservation } from '../../../answer/reservation.ts'
import { cleanLine } from '../../../text/clean.ts'
import { readOptions } from './read-options.ts'
import { readConverged } from './reading.ts'
import type { ClusteredOption } from './state.ts'

/** Which positions mean the same. */
export const grouping = declareAnswer({
  name: 'grouping',
  asks: 'the Head, after a blind round in free text and when a discussion may be over: which positions mean the same?',
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
  otherwise: 'positions in different words count as different options, with a warning',
  examples: [{ answers: [{ answer: 'Wait until Monday', ids: ['m3', 'm5'] }] }],
  read(text: string): readonly ClusteredOption[] | undefined {
    const options = readOptions(text)
    return options.length > 0 ? options : undefined
  },
})

const Redirect = z.string().nullable().describe('alias or all: one sentence that leads back to the topic')

/** Whether a discussion has ended. */
export const converged = declareAnswer({
  name: 'converged',
  asks: 'the Moderator: have the panelists converged?',
  part: 'whole',
  json: z.object({
    verdict: z.enum(['converged', 'not_converged']),
    reason: z.string().describe('why, in one or two sentences'),
    redirect: Redirect,
  }),
  form: 'CONVERGED: <reason>\nor\nNOT_CONVERGED: <reason>',
  write: ({ verdict, reason, redirect }) =>
    [convergedText(verdict.toUpperCase(), cleanLine(reason)), ...redirectLine(redirect)].join('\n'),
  complaint: 'it said neither CONVERGED nor NOT_CONVERGED',
  otherwise: 'the discussion continues, with a warning',
  examples: [{ verdict: 'not_converged', reason: 'Two of three moved.', redirect: null }],
  read: (text: string): boolean | undefined => readConverged(text),
})

/** Who speaks next in a discussion. */
export const nextSpeaker = declareAnswer({
  name: 'next-speaker',
  asks: 'the Moderator: who speaks next?',
  part: 'whole',
  json: z.object({ next: z.string().describe('alias'), redirect: Redirect }),
  complaint: 'it names nobody who can speak',
  otherwise: 'the next panelist in seat order speaks, with a warning',
  examples: [{ next: 'Panelist B', redirect: null }],
  read: (text: string): string | undefined => valueIn(text, 'NEXT')?.replace(/[.!]$/u, ''),
})

/** The reason comes before the word: after it, a `but` would retract it. */
const convergedText = (word: string, reason: string): string =>
  word === 'CONVERGED' && hasReservation(reason, ['NOT_CONVERGED']) ? `${reason}\n\n${word}` : `${word}: ${reason}`

const redirectLine = (redirect: string | null): readonly string[] =>
  redirect ? [`REDIRECT: ${cleanLine(redirect)}`] : []
