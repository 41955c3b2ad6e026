import { z } from 'zod'

const cap = (schema: z.ZodNumber) => schema.nullable()

/** What a run may spend. `null` is no limit. Durations are minutes, except `modelTimeout` (idle seconds). */
export const Limits = z.object({
  maxTurns: cap(z.number().int().min(1).max(100)),
  maxTotalTokens: cap(z.number().int().min(1_000).max(5_000_000)),
  maxCostUsd: cap(z.number().positive()),
  maxDuration: cap(z.number().positive()),
  maxToolCalls: cap(z.number().int().min(0)),
  maxIterations: cap(z.number().int().min(1)),
  maxTokensPerTurn: cap(z.number().int().min(1)).default(null),
  maxToolCallsPerTurn: cap(z.number().int().min(0)).default(null),
  maxTurnDuration: cap(z.number().positive()).default(null),
  modelTimeout: z.number().positive(),
})
export type Limits = z.infer<typeof Limits>

/** What a person, a file or a team may set of them; out of range is refused, nothing is clamped. */
export const LimitSettings = Limits.partial()
export type LimitSettings = z.infer<typeof LimitSettings>

export const noLimits: Limits = {
  maxTurns: null,
  maxTotalTokens: null,
  maxCostUsd: null,
  maxDuration: null,
  maxToolCalls: null,
  maxIterations: null,
  maxTokensPerTurn: null,
  maxToolCallsPerTurn: null,
  maxTurnDuration: null,
  modelTimeout: 120,
}

/** The words behind `limit:` in a run's reason. */
export const LimitName = z.enum(['turns', 'time', 'tokens', 'tool_calls', 'cost', 'iterations'])
export type LimitName = z.infer<typeof LimitName>
