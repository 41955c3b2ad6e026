import { listedWindow } from './listed-window.ts'
import { openChatServer } from './open-chat-server.ts'
import type { ProviderKind } from './provider-kind.ts'
import { returnsReasoning } from './returns-reasoning.ts'

export const llamacpp: ProviderKind = {
  label: 'llama.cpp',
  needs: [[]],
  baseURL: 'http://127.0.0.1:8080/v1',
  local: true,
  listsModels: true,
  sees: () => false,
  returnsReasoning,
  window: listedWindow,
  open: (reach, fetch) => openChatServer(reach, fetch),
}
