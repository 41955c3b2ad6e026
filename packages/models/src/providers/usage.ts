import type { Usage } from '@convene/domain'
import type { StreamPart } from '../language-model/language-model.ts'

type Ended = Extract<StreamPart, { type: 'finish' }>

/** Tokens as counted by the provider, or null if it did not count. */
export function usageOf(usage: Ended['usage']): Usage | null {
  const input = count(usage.inputTokens.total)
  const output = count(usage.outputTokens.total)
  if (input === null || output === null) return null
  if (input === 0 && output === 0) return null
  const cached = Math.min(input, count(usage.inputTokens.cacheRead) ?? 0)
  const cacheWrite = Math.min(input - cached, count(usage.inputTokens.cacheWrite) ?? 0)
  return { input, cached, output, ...(cacheWrite > 0 && { cacheWrite }) }
}

/**
 * More than any provider counts. The log cannot store larger numbers, so the call would be paid for again and again.
 */
const MOST_TOKENS = 1e12

const count = (tokens: number | undefined): number | null =>
  tokens !== undefined && tokens >= 0 && tokens <= MOST_TOKENS ? Math.round(tokens) : null
