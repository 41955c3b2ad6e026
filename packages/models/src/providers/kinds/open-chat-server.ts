import type { Fetch } from '../../transport/fetch-document.ts'
import { sendThrough } from '../../transport/guarded-fetch.ts'
import { type ChatServer, chatModel } from '../chat/chat-model.ts'
import type { OpenProvider, ProviderReach } from './provider-kind.ts'

/** Opens a server that speaks OpenAI's chat API. */
export async function openChatServer(
  { name, apiKey, baseURL = '', headers }: ProviderReach,
  fetch: Fetch,
  differences: Pick<ChatServer, 'query' | 'rewrite' | 'mark'> = {},
): Promise<OpenProvider> {
  const server: ChatServer = {
    name,
    baseURL,
    headers: { ...(apiKey && { authorization: `Bearer ${apiKey}` }), ...headers },
    send: sendThrough(fetch),
    ...differences,
  }
  return { choose: (model) => chatModel(server, model), flatResults: true, sharesMessages: true }
}
