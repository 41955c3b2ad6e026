import { z } from 'zod'
import { declareAnswer } from '../../../answer/declared.ts'
import { readRange } from '../../../estimate/read-range.ts'
import type { Quantity, ValueRange } from '../../../event/estimate-facts.ts'

const reason = z.string().describe('why, without any number: the others read this')

const readOf = (text: string, quantity: Quantity): ValueRange | undefined => {
  const read = readRange(text, quantity)
  return typeof read === 'string' ? undefined : read
}

const asks = {
  part: 'whole',
  complaint: 'it has no estimate that can be read',
  otherwise: 'it is requested once more, then the seat does not count',
} as const

/** How likely something is. */
export const chance = declareAnswer({
  ...asks,
  name: 'chance',
  asks: 'a panelist, in an estimate of how likely something is: the probability, and why',
  json: z.object({ probability: z.number().min(0).max(100).describe('0 to 100'), reason }),
  examples: [{ probability: 35, reason: 'The tests fail on the main branch.' }],
  read: readOf,
})

const amount = z.union([z.number(), z.string()])

/** A number, as three quantiles. */
export const quantiles = declareAnswer({
  ...asks,
  name: 'quantiles',
  asks: 'a panelist, in an estimate of a number: three quantiles with their unit, and why',
  json: z.object({
    p10: amount.describe('number and unit: it is below this in one of ten cases'),
    p50: amount.describe('number and unit: as likely above as below'),
    p90: amount.describe('number and unit: it is below this in nine of ten cases'),
    reason,
  }),
  examples: [{ p10: '2 days', p50: '4 days', p90: '9 days', reason: 'The schema has no tests.' }],
  read: readOf,
})

export const answerFor = ({ kind }: Quantity) => (kind === 'chance' ? chance : quantiles)
