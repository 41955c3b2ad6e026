import { Price } from '@convene/domain'
import { z } from 'zod'
import { efforts } from './effort.ts'

const Count = z.number().int().min(1).max(1_000_000_000)
/** A smaller window cannot hold a conversation. It is a mistake, and every call would be compacted. */
export const LEAST_CONTEXT = 512
/** USD per million tokens. The most expensive model costs less than a hundredth of this. */
export const MOST_RATE = 100_000
/** All providers together have about 6,000 models. */
export const MOST_MODELS = 50_000

/**
 * What a catalogue says about a model. Absent means unknown. An empty list of efforts means that it does not reason.
 */
export const CatalogueRow = z.object({
  price: Price.refine(isPlausible, 'is not a price').optional(),
  context: Count.min(LEAST_CONTEXT).optional(),
  output: Count.optional(),
  reasoning: z.array(z.enum(efforts)).optional(),
  images: z.boolean().optional(),
  tools: z.boolean().optional(),
  structured: z.boolean().optional(),
  temperature: z.boolean().optional(),
})
export type CatalogueRow = z.infer<typeof CatalogueRow>

/** Models as of a day, by provider/model. */
export const Catalogue = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/u),
  source: z.string(),
  models: z
    .record(z.string(), CatalogueRow)
    .refine((models) => Object.keys(models).length <= MOST_MODELS, `lists more than ${MOST_MODELS} models`),
})
export type Catalogue = z.infer<typeof Catalogue>

function isPlausible({ tiers = [], ...rates }: Price): boolean {
  const all = [rates, ...tiers].flatMap(({ input, cached = 0, cacheWrite = 0, output }) => [
    input,
    cached,
    cacheWrite,
    output,
  ])
  return all.every((rate) => rate <= MOST_RATE)
}
