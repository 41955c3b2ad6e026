import { access, type ProviderKind } from '../provider-kind.ts'

export const anthropic: ProviderKind = {
  label: 'Anthropic',
  needs: [['ANTHROPIC_API_KEY']],
  keyVariable: 'ANTHROPIC_API_KEY',
  addressVariable: 'ANTHROPIC_BASE_URL',
  baseURL: 'https://api.anthropic.com/v1',
  defaultModel: 'claude-sonnet-5-5',
  fullAddress: (address) => (address.endsWith('/v1') ? address : `${address}/v1`),
  sees: () => true,
  open: async (reach, fetch) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return {
      choose: createAnthropic(access(reach, fetch)),
      cacheMark: () => ({ anthropic: { cacheControl: { type: 'ephemeral' } } }),
    }
  },
}
