import type { Fetch } from '../../transport/fetch-document.ts'
import { type AskReasoning, access, type ProviderKind, type ProviderReach } from './provider-kind.ts'
import { byName, reasoningBudget } from './reasoning.ts'

const HOME = 'https://api.anthropic.com/v1'

export const anthropic: ProviderKind = {
  label: 'Anthropic',
  needs: [['ANTHROPIC_API_KEY']],
  keyVariable: 'ANTHROPIC_API_KEY',
  keyForm: /^sk-ant-/u,
  addressVariable: 'ANTHROPIC_BASE_URL',
  baseURL: HOME,
  defaultModel: 'claude-sonnet-5-5',
  fullAddress: (address) => (address.endsWith('/v1') ? address : `${address}/v1`),
  sees: () => true,
  open: async (reach, fetch) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const isHome = reach.baseURL === HOME
    return {
      choose: createAnthropic(access(reach, isHome ? fetch : withoutBetas(reach, fetch))),
      reasoning,
      cacheMark: () => ({ anthropic: { cacheControl: { type: 'ephemeral' } } }),
      marksTools: true,
      ...(!isHome && { options: { anthropic: { toolStreaming: false } } }),
    }
  },
}

/** Gateways to Bedrock and others refuse Anthropic's beta features, which the package requests on its own. */
const withoutBetas =
  ({ headers: own }: ProviderReach, fetch: Fetch): Fetch =>
  (url, init) => {
    const headers = new Headers(init?.headers)
    if (!Object.keys(own).some((name) => name.toLowerCase() === 'anthropic-beta')) headers.delete('anthropic-beta')
    return fetch(url, { ...init, headers })
  }

/** Models before 4.6 reason within a budget, which the package would add to the output limit. */
const reasoning: AskReasoning = (effort, thinking) => {
  if (effort === 'off') return byName(effort, thinking)
  // Newer models send no reasoning at all unless its summary is requested.
  const adaptive = { anthropic: { thinking: { type: 'adaptive', display: 'summarized' } } }
  if (thinking.known.includes('max')) return { ...byName(effort, thinking), providerOptions: adaptive }
  if (thinking.isUnexplained) return byName('off', thinking)
  const budgetTokens = reasoningBudget(thinking)
  return {
    maxOutputTokens: Math.max(1, thinking.maxOutput - budgetTokens),
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens } } },
  }
}
