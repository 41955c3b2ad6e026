import { listedWindow } from './listed-window.ts'
import { openChatServer } from './open-chat-server.ts'
import type { ProviderKind } from './provider-kind.ts'
import { returnsReasoning } from './returns-reasoning.ts'

export const openaiCompatible: ProviderKind = {
  label: 'OpenAI-compatible server',
  needs: [[]],
  needsAddress: true,
  listsModels: true,
  sees: () => false,
  returnsReasoning,
  window: listedWindow,
  open: (reach, fetch) => openChatServer(reach, fetch),
}
