import type { ProviderKind } from '../provider-kind.ts'
import { openCompatible } from './open-compatible.ts'

export const openrouter: ProviderKind = {
  label: 'OpenRouter',
  needs: [['OPENROUTER_API_KEY']],
  keyVariable: 'OPENROUTER_API_KEY',
  baseURL: 'https://openrouter.ai/api/v1',
  defaultModel: 'openrouter/auto',
  listsModels: true,
  sees: () => false,
  open: openCompatible,
}
