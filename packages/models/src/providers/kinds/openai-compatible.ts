import type { ProviderKind } from '../provider-kind.ts'
import { openCompatible } from './open-compatible.ts'

export const openaiCompatible: ProviderKind = {
  label: 'OpenAI-compatible server',
  needs: [[]],
  needsAddress: true,
  listsModels: true,
  sees: () => false,
  open: openCompatible,
}
