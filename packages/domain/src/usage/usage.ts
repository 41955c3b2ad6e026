import { z } from 'zod'

/** What one call used. Of `input`, `cached` was read from the provider's cache, and `cacheWrite` was written to it. */
export const Usage = z.object({
  input: z.number(),
  cached: z.number(),
  output: z.number(),
  cacheWrite: z.number().optional(),
})
export type Usage = z.infer<typeof Usage>

const Rates = z.object({
  input: z.number().min(0).describe('Input tokens.'),
  cached: z
    .number()
    .min(0)
    .optional()
    .describe("Input tokens read from the provider's cache. Default: the same as `input`."),
  cacheWrite: z.number().min(0).optional().describe("Input tokens written to the provider's cache."),
  output: z.number().min(0).describe('Output tokens.'),
})
type Rates = z.infer<typeof Rates>

/** USD per million tokens. A tier applies to calls whose whole input exceeds its tokens. */
export const Price = Rates.extend({
  tiers: z
    .array(Rates.extend({ over: z.number().int().min(1) }))
    .optional()
    .describe('Different prices for prompts above a number of tokens.'),
})
export type Price = z.infer<typeof Price>

/** What a session or run has spent. `unpriced` counts calls whose price is unknown: they are not free. */
export type Spend = {
  readonly calls: number
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly costUsd: number
  readonly unpriced: number
}

export const noSpend: Spend = { calls: 0, input: 0, cached: 0, output: 0, costUsd: 0, unpriced: 0 }

export function addSpend(spend: Spend, usage: Usage, costUsd: number | null): Spend {
  return {
    calls: spend.calls + 1,
    input: spend.input + usage.input,
    cached: spend.cached + usage.cached,
    output: spend.output + usage.output,
    costUsd: spend.costUsd + (costUsd ?? 0),
    unpriced: spend.unpriced + (costUsd === null ? 1 : 0),
  }
}

export const tokensOf = (spend: { readonly input: number; readonly output: number }): number =>
  spend.input + spend.output

/** The cost of a call, or null if the price is unknown, which is never shown as 0. */
export function costOf(usage: Usage, price: Price | null | undefined): number | null {
  if (!price) return null
  const { cached, cacheWrite = 0, output } = usage
  const rates = ratesFor(usage.input, price)
  const fresh = usage.input - cached - cacheWrite
  const read = cached * (rates.cached ?? rates.input) + cacheWrite * (rates.cacheWrite ?? rates.input)
  return (fresh * rates.input + read + output * rates.output) / 1_000_000
}

/** The most a call of this size can cost: everything is new, and all of it is written to the cache. */
export function mostCost(input: number, output: number, price: Price | null | undefined): number | null {
  const writes = price?.cacheWrite === undefined ? 0 : input
  return costOf({ input, cached: 0, output, cacheWrite: writes }, price)
}

function ratesFor(input: number, { tiers = [], ...usual }: Price): Rates {
  const fitting = tiers.filter(({ over }) => input > over).sort((a, b) => b.over - a.over)
  return fitting[0] ?? usual
}

/** The single estimate of tokens, used if a provider reports no usage. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4)
