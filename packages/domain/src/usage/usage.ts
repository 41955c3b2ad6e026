import { z } from 'zod'

/** What one call used. `cached` is the part of `input` that the provider read from its prompt cache. */
export const Usage = z.object({ input: z.number(), cached: z.number(), output: z.number() })
export type Usage = z.infer<typeof Usage>

/** USD per million tokens. */
export const Price = z.object({
  input: z.number().min(0),
  cached: z.number().min(0).optional(),
  output: z.number().min(0),
})
export type Price = z.infer<typeof Price>

/** What a session or run has spent. `unpriced` counts calls whose price nobody knows: they are not free. */
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

/** The cost of a call, or null where the price is unknown: unknown is never shown as 0. */
export function costOf(usage: Usage, price: Price | null | undefined): number | null {
  if (!price) return null
  const fresh = usage.input - usage.cached
  return (fresh * price.input + usage.cached * (price.cached ?? price.input) + usage.output * price.output) / 1_000_000
}

/** The one estimate of tokens where a provider gives no usage. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4)
