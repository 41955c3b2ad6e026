import { access, type Fetch, type OpenProvider, type Reach } from '../provider-kind.ts'

/** Opens a server that speaks OpenAI's chat API. */
export async function openCompatible(
  reach: Reach,
  fetch: Fetch,
  transformRequestBody?: (body: Record<string, unknown>) => Record<string, unknown>,
): Promise<OpenProvider> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    ...access(reach, fetch),
    name: reach.name,
    baseURL: reach.baseURL ?? '',
    includeUsage: true,
    transformRequestBody,
  })
  return { choose: (model) => provider.chatModel(model), flatResults: true, renamesCalls: true }
}
