import { Price } from '@convene/domain'
import { z } from 'zod'
import { efforts } from './effort.ts'

const Count = z.number().int().min(1)

/** What a catalogue says about a model. Absent means unknown. No efforts: it does not think. */
export const Row = z.object({
  price: Price.optional(),
  context: Count.optional(),
  output: Count.optional(),
  reasoning: z.array(z.enum(efforts)).optional(),
  images: z.boolean().optional(),
  tools: z.boolean().optional(),
  structured: z.boolean().optional(),
  temperature: z.boolean().optional(),
})
export type Row = z.infer<typeof Row>

/** Models as of a day, by provider/model. */
export const Catalogue = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/u),
  source: z.string(),
  models: z.record(z.string(), Row),
})
export type Catalogue = z.infer<typeof Catalogue>
