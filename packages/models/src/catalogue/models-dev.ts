import { numberText, type Price } from '@convene/domain'
import { z } from 'zod'
import { type Effort, efforts } from './effort.ts'
import { type Catalogue, type CatalogueRow, LEAST_CONTEXT, MOST_MODELS, MOST_RATE } from './row.ts'

const Rate = z.number().min(0).max(MOST_RATE)
const Tokens = z.number().int().min(0).max(1_000_000_000)
const Rates = z.object({ input: Rate, output: Rate, cache_read: Rate.optional(), cache_write: Rate.optional() })

/** A model as models.dev describes it. Other fields are not used. */
const Listed = z.object({
  reasoning: z.boolean().optional(),
  reasoning_options: z.array(z.object({ type: z.string(), values: z.array(z.string()).optional() })).optional(),
  tool_call: z.boolean().optional(),
  structured_output: z.boolean().optional(),
  temperature: z.boolean().optional(),
  modalities: z.object({ input: z.array(z.string()) }).optional(),
  cost: Rates.extend({
    context_over_200k: Rates.optional(),
    tiers: z.array(Rates.extend({ tier: z.object({ size: Tokens }) })).optional(),
  }).optional(),
  limit: z.object({ context: Tokens.optional(), input: Tokens.optional(), output: Tokens.optional() }).optional(),
})
type Listed = z.infer<typeof Listed>

/** Its names for providers that we call something else. */
const renamed: Readonly<Record<string, string>> = { 'amazon-bedrock': 'bedrock' }
const LONGEST_NAME = 200

/** The catalogue in a models.dev response, or why it is not one. Implausible entries are skipped. */
export function readModelsDev(value: unknown, at: Pick<Catalogue, 'date' | 'source'>): Catalogue | string {
  const providers = z.record(z.string(), z.object({ models: z.record(z.string(), z.unknown()) })).safeParse(value)
  if (!providers.success) return NOT_ONE
  const count = Object.values(providers.data).reduce((sum, { models }) => sum + Object.keys(models).length, 0)
  if (count > MOST_MODELS)
    return `it lists ${numberText(count)} models, and there are not even ${numberText(MOST_MODELS)}`
  const models = Object.entries(providers.data).flatMap(([id, provider]) =>
    Object.entries(provider.models).flatMap(([model, listed]) => rowsOf(`${renamed[id] ?? id}/${model}`, listed)),
  )
  return models.length > 0 ? { ...at, models: Object.fromEntries(models) } : NOT_ONE
}

const NOT_ONE = 'the answer is not a model catalogue'

function rowsOf(name: string, listed: unknown): readonly [string, CatalogueRow][] {
  const model = Listed.safeParse(listed)
  const isName = /^[^/\s]+\/[^\s\p{Cc}]+$/u.test(name) && name.length <= LONGEST_NAME
  if (!model.success || !isName) return []
  const row = rowOf(model.data)
  return row.context !== undefined && row.context < LEAST_CONTEXT ? [] : [[name, row]]
}

function rowOf(model: Listed): CatalogueRow {
  const { cost, limit = {} } = model
  const context = limit.input || limit.context
  return {
    ...(cost && cost.input + cost.output > 0 && { price: priceOf(cost) }),
    ...(context && { context }),
    ...(limit.output && { output: Math.min(limit.output, context || limit.output) }),
    ...(model.reasoning !== undefined && { reasoning: effortsOf(model) }),
    ...(model.modalities && { images: model.modalities.input.includes('image') }),
    ...(model.tool_call !== undefined && { tools: model.tool_call }),
    ...(model.structured_output !== undefined && { structured: model.structured_output }),
    ...(model.temperature !== undefined && { temperature: model.temperature }),
  }
}

function priceOf({ tiers = [], context_over_200k: long, ...rates }: NonNullable<Listed['cost']>): Price {
  const above = [
    ...(long ? [{ over: 200_000, ...ratesOf(long) }] : []),
    ...tiers.filter(({ tier }) => tier.size > 0).map(({ tier, ...each }) => ({ over: tier.size, ...ratesOf(each) })),
  ]
  return { ...ratesOf(rates), ...(above.length > 0 && { tiers: above }) }
}

const ratesOf = ({ input, output, cache_read: read, cache_write: write }: z.infer<typeof Rates>) => ({
  input,
  ...(read && { cached: read }),
  ...(write && { cacheWrite: write }),
  output,
})

/** Without named efforts, those that most models have. A switch or a budget can also turn it off. */
function effortsOf({ reasoning, reasoning_options: options = [] }: Listed): Effort[] {
  if (!reasoning) return []
  const named = options.flatMap(({ values = [] }) => values.map((value) => (value === 'none' ? 'off' : value)))
  if (named.length > 0) return efforts.filter((effort) => named.includes(effort))
  const canBeOff = options.some(({ type }) => type === 'toggle')
  return efforts.filter((effort) => ['low', 'medium', 'high'].includes(effort) || (canBeOff && effort === 'off'))
}
