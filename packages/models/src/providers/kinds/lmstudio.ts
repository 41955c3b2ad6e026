import { listedWindow } from './listed-window.ts'
import { openChatServer } from './open-chat-server.ts'
import type { ProviderKind } from './provider-kind.ts'
import { returnsReasoning } from './returns-reasoning.ts'

export const lmstudio: ProviderKind = {
  label: 'LM Studio',
  needs: [[]],
  baseURL: 'http://127.0.0.1:1234/v1',
  local: true,
  listsModels: true,
  sees: () => false,
  returnsReasoning,
  /** Its OpenAI-compatible list does not include it. */
  window: ({ baseURL = '', ...reach }, model, fetch) =>
    listedWindow({ ...reach, baseURL: baseURL.replace(/\/v1$/, '/api/v0') }, model, fetch),
  open: (reach, fetch) => openChatServer(reach, fetch),
}
