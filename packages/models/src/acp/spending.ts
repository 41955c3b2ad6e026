import type { PromptResponse } from '@agentclientprotocol/sdk'
import type { Usage } from '@convene/domain'
import { recordOf } from './message-stream.ts'

/** The cost of the whole session so far, if an update says it in dollars. */
export function costIn({ sessionUpdate, cost }: { readonly [key: string]: unknown }): number | undefined {
  if (sessionUpdate !== 'usage_update') return undefined
  const { amount, currency } = recordOf(cost)
  return currency === 'USD' && isCount(amount) ? amount : undefined
}

/** What a turn used, if the agent says it. Some count cached input apart from the rest. */
export function usageIn(response: PromptResponse): Usage | null {
  const { inputTokens, outputTokens, totalTokens, cachedReadTokens, cachedWriteTokens } = recordOf(
    recordOf(response).usage,
  )
  if (!isCount(inputTokens) || !isCount(outputTokens)) return null
  const cached = isCount(cachedReadTokens) ? cachedReadTokens : 0
  const cacheWrite = isCount(cachedWriteTokens) ? cachedWriteTokens : 0
  const isApart = isCount(totalTokens) && totalTokens >= inputTokens + cached + cacheWrite + outputTokens
  const input = isApart ? inputTokens + cached + cacheWrite : Math.max(inputTokens, cached)
  return { input, cached, output: outputTokens, ...(cacheWrite > 0 && { cacheWrite }) }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e12
