import { type AskReasoning, access, type ProviderKind } from './provider-kind.ts'
import { byName, reasoningBudget } from './reasoning.ts'

/** Other models refuse requests with cache points. */
const CACHES =
  /claude-(3-7|3-5-sonnet-20241022|3-5-haiku|(opus|sonnet|haiku|[a-z]+)-([4-9]|\d\d))|nova-(micro|lite|pro|premier)/

export const bedrock: ProviderKind = {
  label: 'Amazon Bedrock',
  needs: [
    ['AWS_REGION', 'AWS_BEARER_TOKEN_BEDROCK'],
    ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ],
  regionVariable: 'AWS_REGION',
  keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
  keyForm: /^(?:ABSK|bedrock-api-key-)/u,
  alsoReads: ['AWS_SESSION_TOKEN'],
  sees: (model) => /claude|nova-(lite|pro|premier)/.test(model),
  open: async (reach, fetch) => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
    const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = reach.variables
    const provider = createAmazonBedrock({
      ...access(reach, fetch),
      region: AWS_REGION,
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      sessionToken: AWS_SESSION_TOKEN,
    })
    const cacheMark = (model: string) =>
      CACHES.test(model) ? { bedrock: { cachePoint: { type: 'default' } } } : undefined
    return { choose: provider, cacheMark, reasoning }
  },
}

/** Claude before 4.6 reasons within a budget, which the package would add to the output limit. */
const reasoning: AskReasoning = (effort, thinking) => {
  const hasBudget = thinking.model.includes('anthropic') && !thinking.known.includes('max')
  if (effort === 'off' || !hasBudget) return byName(effort, thinking)
  if (thinking.isUnexplained) return byName('off', thinking)
  const budgetTokens = reasoningBudget(thinking)
  return {
    maxOutputTokens: Math.max(1, thinking.maxOutput - budgetTokens),
    providerOptions: { bedrock: { reasoningConfig: { type: 'enabled', budgetTokens } } },
  }
}
