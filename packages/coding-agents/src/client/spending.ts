import type { PromptResponse } from '@agentclientprotocol/sdk'
import type { Usage } from '@convene/domain'
import { recordOf } from './message-stream.ts'

const NOTHING: Usage = { input: 0, cached: 0, output: 0 }

/**
 * What a conversation has used, and how much of that was charged. A turn that nobody read to its end is charged with
 * the next.
 */
export class Spending {
  readonly #countsSession: boolean
  #costUsd: number | undefined
  #charged = 0
  #session = NOTHING
  #owed: Usage | null = null

  constructor(countsSession = false) {
    this.#countsSession = countsSession
  }

  /** Everything it has cost so far, if the agent reports it. */
  get costUsd(): number | undefined {
    return this.#costUsd
  }

  heard(update: { readonly [key: string]: unknown }): void {
    this.#costUsd = costIn(update) ?? this.#costUsd
  }

  /** The agent's session is continued, and this much of it was already charged. */
  reopened(costUsd: number | undefined): void {
    this.#charged = costUsd ?? 0
    this.#costUsd ??= costUsd
  }

  turnEnded(response: PromptResponse): void {
    const usage = usageIn(response)
    if (!usage) return
    const before = this.#countsSession ? this.#session : NOTHING
    this.#session = usage
    this.#owed = sum(this.#owed ?? NOTHING, usage, before)
  }

  /** How much of the cost was charged. */
  get charged(): number {
    return this.#charged
  }

  /** What has not been charged yet. From now on, it counts as charged. */
  take(): { readonly usage: Usage | null; readonly costUsd?: number } {
    const usage = this.#owed
    this.#owed = null
    if (this.#costUsd === undefined) return { usage }
    const costUsd = Math.max(0, this.#costUsd - this.#charged)
    this.#charged = Math.max(this.#charged, this.#costUsd)
    return { usage, costUsd }
  }
}

function sum(owed: Usage, usage: Usage, before: Usage): Usage {
  const more = (name: 'input' | 'cached' | 'output') => owed[name] + Math.max(0, usage[name] - before[name])
  const cacheWrite = (owed.cacheWrite ?? 0) + Math.max(0, (usage.cacheWrite ?? 0) - (before.cacheWrite ?? 0))
  return {
    input: more('input'),
    cached: more('cached'),
    output: more('output'),
    ...(cacheWrite > 0 && { cacheWrite }),
  }
}

/** The cost of the whole session so far, if an update reports it in dollars. */
function costIn({ sessionUpdate, cost }: { readonly [key: string]: unknown }): number | undefined {
  if (sessionUpdate !== 'usage_update') return undefined
  const { amount, currency } = recordOf(cost)
  return currency === 'USD' && isCost(amount) ? amount : undefined
}

/** What a turn used, if the agent reports it. Some count cached input separately. */
function usageIn(response: PromptResponse): Usage | null {
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

/**
 * Tokens that the log can store. A fraction or 1e25 would make every attempt to store the turn fail, and it would be
 * paid for again.
 */
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && isWithin(value, 1e12)

const isCost = (value: unknown): value is number => isWithin(value, 1e6)

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most
