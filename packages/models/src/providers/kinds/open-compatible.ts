import { chatUsage } from '../chat-usage.ts'
import { access, type Fetch, type OpenProvider, type Reach } from '../provider-kind.ts'

type Body = Record<string, unknown>
type Differences = {
  readonly transformRequestBody?: (body: Body) => Body
  readonly queryParams?: Record<string, string>
}

/** Opens a server that speaks OpenAI's chat API. */
export async function openCompatible(
  reach: Reach,
  fetch: Fetch,
  { transformRequestBody, queryParams }: Differences = {},
): Promise<OpenProvider> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    ...access(reach, fetch),
    name: reach.name,
    baseURL: reach.baseURL ?? '',
    includeUsage: true,
    supportsStructuredOutputs: true,
    convertUsage: chatUsage,
    transformRequestBody,
    queryParams,
  })
  return { choose: (model) => provider.chatModel(model), flatResults: true, renamesCalls: true }
}
