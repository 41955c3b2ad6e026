import { z } from 'zod'

/** The ways of answering that an eval compares. */
export const ArmName = z.enum(['single', 'self-consistency', 'two-first', 'panel'])
export type ArmName = z.infer<typeof ArmName>

const Cost = z.object({ usd: z.number(), unpriced: z.number(), tokens: z.number(), calls: z.number() })
export type Cost = z.infer<typeof Cost>

const CastBallot = z.object({
  voter: z.string(),
  model: z.string(),
  option: z.string(),
  confidence: z.number().nullable(),
})

/** One run's answer to one question. `text` is what a judge reads, `said` the short answer, null if unreadable. */
export const ArmReply = z.object({
  text: z.string(),
  said: z.string().nullable(),
  /** From 0 to 1: its own estimate of being right. */
  probability: z.number().nullable(),
  ballots: z.array(CastBallot),
  cost: Cost,
  ms: z.number(),
  /** Why there is no answer, if the run failed. It then counts as neither right nor wrong. */
  failed: z.string().optional(),
})
export type ArmReply = z.infer<typeof ArmReply>

/** An arm's answer to a question. */
export type ArmAnswer = ArmReply & { readonly arm: string; readonly question: string }

export const noCost: Cost = { usd: 0, unpriced: 0, tokens: 0, calls: 0 }

export const sumCosts = (costs: readonly Cost[]): Cost =>
  costs.reduce(
    (sum, each) => ({
      usd: sum.usd + each.usd,
      unpriced: sum.unpriced + each.unpriced,
      tokens: sum.tokens + each.tokens,
      calls: sum.calls + each.calls,
    }),
    noCost,
  )

/** The unit for comparing costs: dollars, or tokens if a price is unknown or everything is free. */
export const weigherOf = (costs: readonly Cost[]): ((cost: Cost) => number) =>
  costs.every(({ unpriced }) => unpriced === 0) && costs.some(({ usd }) => usd > 0)
    ? ({ usd }) => usd
    : ({ tokens }) => tokens
