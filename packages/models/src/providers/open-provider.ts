import type { Connection } from './connection.ts'
import type { LanguageModel, ProviderOptions } from './language-model.ts'
import type { ProviderType } from './provider-kinds.ts'

/**
 * A provider that is ready for requests. `options` are added to every request, `caches` names the cache markers it
 * reads, `flatResults` means that a tool result can only be text, so its images follow in a message, and `renamesCalls`
 * that its package assigns new ids to calls with duplicate ones.
 */
export type OpenProvider = {
  readonly choose: (model: string) => LanguageModel
  readonly options?: ProviderOptions
  readonly caches?: 'anthropic' | 'bedrock'
  readonly flatResults?: boolean
  readonly renamesCalls?: boolean
}

type Fetch = typeof globalThis.fetch
type Open = (connection: Connection, fetch: Fetch) => Promise<OpenProvider>

/** Loads the provider's package and opens it, when its first model is asked and not before. */
export const openProvider = (connection: Connection, fetch: Fetch): Promise<OpenProvider> =>
  doors[connection.type](connection, fetch)

/** Providers store nothing of a session: the log is here. */
const unstored: ProviderOptions = { openai: { store: false }, azure: { store: false } }

const anthropic: Open = async (connection, fetch) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  return { choose: createAnthropic(reach(connection, fetch)), caches: 'anthropic' }
}

const openai: Open = async (connection, fetch) => {
  if (connection.api === 'chat') return compatible(connection, fetch)
  const { createOpenAI } = await import('@ai-sdk/openai')
  const provider = createOpenAI(reach(connection, fetch))
  return { choose: (model) => provider.responses(model), options: unstored }
}

const google: Open = async (connection, fetch) => {
  const { createGoogle } = await import('@ai-sdk/google')
  return { choose: createGoogle(reach(connection, fetch)) }
}

const mistral: Open = async (connection, fetch) => {
  const { createMistral } = await import('@ai-sdk/mistral')
  return { choose: createMistral(reach(connection, fetch)), flatResults: true, renamesCalls: true }
}

const azure: Open = async (connection, fetch) => {
  const { createAzure } = await import('@ai-sdk/azure')
  const { AZURE_OPENAI_API_VERSION: apiVersion, AZURE_RESOURCE_NAME: resourceName } = connection.variables
  const provider = createAzure({ ...reach(connection, fetch), apiVersion, resourceName })
  if (connection.api === 'chat')
    return { choose: (model) => provider.chat(model), flatResults: true, renamesCalls: true }
  return { choose: (model) => provider.responses(model), options: unstored }
}

const bedrock: Open = async (connection, fetch) => {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
  const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = connection.variables
  const provider = createAmazonBedrock({
    ...reach(connection, fetch),
    region: AWS_REGION,
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  })
  return { choose: provider, caches: 'bedrock' }
}

const compatible: Open = async (connection, fetch) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    ...reach(connection, fetch),
    name: connection.name,
    baseURL: connection.baseURL ?? '',
    includeUsage: true,
    transformRequestBody: connection.type === 'openai' ? asOpenAI : undefined,
  })
  return { choose: (model) => provider.chatModel(model), flatResults: true, renamesCalls: true }
}

const doors: Readonly<Record<ProviderType, Open>> = {
  anthropic,
  openai,
  google,
  mistral,
  azure,
  bedrock,
  openrouter: compatible,
  ollama: compatible,
  lmstudio: compatible,
  llamacpp: compatible,
  'openai-compatible': compatible,
}

const reach = ({ apiKey, baseURL, headers }: Connection, fetch: Fetch) => ({ apiKey, baseURL, headers, fetch })

/** OpenAI's reasoning models reject `max_tokens` and `temperature`. Servers that imitate OpenAI support only these. */
function asOpenAI(body: Record<string, unknown>): Record<string, unknown> {
  if (!/^(o\d|gpt-[5-9])/.test(String(body.model))) return body
  const { max_tokens, temperature: _, ...rest } = body
  return { ...rest, max_completion_tokens: max_tokens }
}
