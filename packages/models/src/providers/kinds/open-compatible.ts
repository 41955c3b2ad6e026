import { type ChatServer, chatModel } from '../chat/chat-model.ts'
import { sendThrough } from '../guarded-fetch.ts'
import type { Fetch, OpenProvider, Reach } from '../provider-kind.ts'
import { returnsReasoning } from './returns-reasoning.ts'

/** Opens a server that speaks OpenAI's chat API. */
export async function openCompatible(
  reach: Reach,
  fetch: Fetch,
  differences: Pick<ChatServer, 'query' | 'rewrite'> = {},
): Promise<OpenProvider> {
  const { name, apiKey, baseURL = '', headers } = reach
  const server: ChatServer = {
    name,
    baseURL,
    headers: { ...(apiKey && { authorization: `Bearer ${apiKey}` }), ...headers },
    send: sendThrough(fetch),
    wantsReasoning: (model) => returnsReasoning(model, reach),
    ...differences,
  }
  return { choose: (model) => chatModel(server, model), flatResults: true }
}
