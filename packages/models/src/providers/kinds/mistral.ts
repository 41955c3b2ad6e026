import { access, type ProviderKind } from './provider-kind.ts'

export const mistral: ProviderKind = {
  label: 'Mistral',
  needs: [['MISTRAL_API_KEY']],
  keyVariable: 'MISTRAL_API_KEY',
  baseURL: 'https://api.mistral.ai/v1',
  defaultModel: 'mistral-medium-latest',
  sees: () => false,
  open: async (reach, fetch) => {
    const { createMistral } = await import('@ai-sdk/mistral')
    return { choose: createMistral(access(reach, fetch)), flatResults: true, renamesCalls: true }
  },
}
