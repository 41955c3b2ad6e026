import type { StreamPart } from '../../language-model/language-model.ts'

type Usage = Extract<StreamPart, { type: 'finish' }>['usage']
type Counts = {
  readonly prompt_tokens?: number | null
  readonly completion_tokens?: number | null
  readonly total_tokens?: number | null
  readonly cached_tokens?: unknown
  readonly prompt_cache_hit_tokens?: unknown
  readonly prompt_tokens_details?: {
    readonly cached_tokens?: number | null
    readonly cache_write_tokens?: unknown
  } | null
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null } | null
}

/**
 * Token usage of a chat completions answer. xAI does not include reasoning in the completion, so its output is the
 * total minus the prompt. DeepSeek and Moonshot use other names for cached tokens.
 */
export function chatUsage(counts: Counts | null | undefined): Usage {
  const { prompt_tokens: input, completion_tokens: completion } = counts ?? {}
  if (typeof input !== 'number' || typeof completion !== 'number') return uncounted
  const reasoning = number(counts?.completion_tokens_details?.reasoning_tokens) ?? 0
  const beyond = (number(counts?.total_tokens) ?? 0) - input - completion
  const output = beyond > 0 && beyond === reasoning ? completion + beyond : completion
  const cached =
    counts?.prompt_tokens_details?.cached_tokens ?? counts?.prompt_cache_hit_tokens ?? counts?.cached_tokens
  return {
    inputTokens: {
      total: input,
      noCache: undefined,
      cacheRead: number(cached),
      cacheWrite: number(counts?.prompt_tokens_details?.cache_write_tokens),
    },
    outputTokens: { total: output, text: Math.max(0, output - reasoning), reasoning },
  }
}

const uncounted: Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
