import { openChatServer } from './open-chat-server.ts'
import { access, type ProviderKind, unstored } from './provider-kind.ts'
import { returnsReasoning } from './returns-reasoning.ts'
import { openaiSummaries } from './summaries.ts'

export const openai: ProviderKind = {
  label: 'OpenAI',
  needs: [['OPENAI_API_KEY']],
  keyVariable: 'OPENAI_API_KEY',
  keyForm: /^sk-(?!ant-|or-)/u,
  addressVariable: 'OPENAI_BASE_URL',
  baseURL: 'https://api.openai.com/v1',
  defaultModel: 'gpt-6.1-sol',
  listsModels: true,
  isElsewhere: (address) =>
    address !== undefined && URL.canParse(address) && new URL(address).hostname !== 'api.openai.com',
  returnsReasoning,
  sees: (_model, api) => api === 'responses',
  open: async (reach, fetch) => {
    if (reach.api === 'chat') return openChatServer(reach, fetch, { rewrite: forReasoning })
    const { createOpenAI } = await import('@ai-sdk/openai')
    const provider = createOpenAI(access(reach, fetch))
    return { choose: (model) => provider.responses(model), options: unstored, summaries: openaiSummaries }
  },
}

/** OpenAI's reasoning models refuse `max_tokens` and `temperature`. Compatible servers support only these. */
function forReasoning(body: Record<string, unknown>): Record<string, unknown> {
  if (!/^(o\d|gpt-[5-9])/.test(String(body.model))) return body
  const { max_tokens, temperature: _, ...rest } = body
  return { max_completion_tokens: max_tokens, ...rest }
}
