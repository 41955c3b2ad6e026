import { z } from 'zod'
import { compilePattern } from '../pattern/compile-pattern.ts'

const cap = (schema: z.ZodNumber) => schema.nullable()

const ProhibitedPattern = z
  .string()
  .max(1_000)
  .superRefine((source, context) => {
    const compiled = compilePattern(source)
    if (!compiled.ok) context.addIssue({ code: 'custom', message: compiled.refusal.message })
  })

const caps = {
  maxTurns: cap(z.number().int().min(1).max(100)),
  /** Every request to a model, retries included, whoever makes it. */
  maxCalls: cap(z.number().int().min(1).max(10_000)),
  maxTotalTokens: cap(z.number().int().min(1_000).max(50_000_000)),
  maxCostUsd: cap(z.number().positive()),
  maxDuration: cap(z.number().positive()),
  maxToolCalls: cap(z.number().int().min(0)),
  maxIterations: cap(z.number().int().min(1)),
  maxTokensPerTurn: cap(z.number().int().min(1)),
  maxToolCallsPerTurn: cap(z.number().int().min(0)),
  maxTurnDuration: cap(z.number().positive()),
  modelTimeout: z.number().positive(),
  /** In RE2's syntax: what a contribution must not contain. */
  prohibitedPatterns: z.array(ProhibitedPattern).max(100),
  /** The hosts that may be fetched from; none: any public one. */
  allowedDomains: z.array(z.string().regex(/^[\w.*-]{1,255}$/, 'must be a host, such as example.com')).max(500),
  allowFileSystem: z.boolean(),
  /** The files and folders that may be read; none: the workspace. */
  allowedPaths: z.array(z.string().min(1)).max(500),
}

/** What a run may spend and touch. `null` is no limit. Durations are minutes, except `modelTimeout` (idle seconds). */
export const Limits = z.object({
  ...caps,
  maxCalls: caps.maxCalls.default(null),
  maxTokensPerTurn: caps.maxTokensPerTurn.default(null),
  maxToolCallsPerTurn: caps.maxToolCallsPerTurn.default(null),
  maxTurnDuration: caps.maxTurnDuration.default(null),
  prohibitedPatterns: caps.prohibitedPatterns.default([]),
  allowedDomains: caps.allowedDomains.default([]),
  allowFileSystem: caps.allowFileSystem.default(true),
  allowedPaths: caps.allowedPaths.default([]),
})
export type Limits = z.infer<typeof Limits>

/** What a person, a file or a team may set of them; out of range is refused, nothing is clamped. What is not set stays unset. */
export const LimitSettings = z.object(caps).partial()
export type LimitSettings = z.infer<typeof LimitSettings>

export const noLimits: Limits = {
  maxTurns: null,
  maxCalls: null,
  maxTotalTokens: null,
  maxCostUsd: null,
  maxDuration: null,
  maxToolCalls: null,
  maxIterations: null,
  maxTokensPerTurn: null,
  maxToolCallsPerTurn: null,
  maxTurnDuration: null,
  modelTimeout: 120,
  prohibitedPatterns: [],
  allowedDomains: [],
  allowFileSystem: true,
  allowedPaths: [],
}

/** The words behind `limit:` in a run's reason. */
export const LimitName = z.enum(['turns', 'calls', 'time', 'tokens', 'tool_calls', 'cost', 'iterations'])
export type LimitName = z.infer<typeof LimitName>
