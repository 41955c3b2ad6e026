/** What a kind of provider needs before it can be used. Any one group in `needs` is enough. */
export type ProviderKind = {
  readonly label: string
  readonly needs: readonly (readonly string[])[]
  readonly keyVariable?: string
  readonly addressVariable?: string
  readonly baseURL?: string
  readonly defaultModel?: string
  readonly local?: boolean
}

/** Every built-in kind of provider, in the order in which a default model is chosen. */
export const providerKinds = {
  anthropic: {
    label: 'Anthropic',
    needs: [['ANTHROPIC_API_KEY']],
    keyVariable: 'ANTHROPIC_API_KEY',
    addressVariable: 'ANTHROPIC_BASE_URL',
    baseURL: 'https://api.anthropic.com/v1',
    defaultModel: 'claude-sonnet-5-5',
  },
  openai: {
    label: 'OpenAI',
    needs: [['OPENAI_API_KEY']],
    keyVariable: 'OPENAI_API_KEY',
    addressVariable: 'OPENAI_BASE_URL',
    baseURL: 'https://api.openai.com/v1',
    defaultModel: 'gpt-6.1-sol',
  },
  google: {
    label: 'Google',
    needs: [['GOOGLE_GENERATIVE_AI_API_KEY'], ['GEMINI_API_KEY']],
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    baseURL: 'https://generativelanguage.googleapis.com/v1beta',
    defaultModel: 'gemini-3.8-flash',
  },
  mistral: {
    label: 'Mistral',
    needs: [['MISTRAL_API_KEY']],
    keyVariable: 'MISTRAL_API_KEY',
    baseURL: 'https://api.mistral.ai/v1',
    defaultModel: 'mistral-medium-latest',
  },
  openrouter: {
    label: 'OpenRouter',
    needs: [['OPENROUTER_API_KEY']],
    keyVariable: 'OPENROUTER_API_KEY',
    baseURL: 'https://openrouter.ai/api/v1',
    defaultModel: 'openrouter/auto',
  },
  azure: {
    label: 'Azure OpenAI',
    needs: [
      ['AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_ENDPOINT'],
      ['AZURE_API_KEY', 'AZURE_RESOURCE_NAME'],
    ],
    keyVariable: 'AZURE_OPENAI_API_KEY',
    addressVariable: 'AZURE_OPENAI_ENDPOINT',
  },
  bedrock: {
    label: 'Amazon Bedrock',
    needs: [
      ['AWS_REGION', 'AWS_BEARER_TOKEN_BEDROCK'],
      ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ],
    keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
  },
  ollama: {
    label: 'Ollama',
    needs: [[]],
    addressVariable: 'OLLAMA_HOST',
    baseURL: 'http://127.0.0.1:11434',
    local: true,
  },
  lmstudio: { label: 'LM Studio', needs: [[]], baseURL: 'http://127.0.0.1:1234/v1', local: true },
  llamacpp: { label: 'llama.cpp', needs: [[]], baseURL: 'http://127.0.0.1:8080/v1', local: true },
  'openai-compatible': { label: 'OpenAI-compatible server', needs: [[]] },
} as const satisfies Readonly<Record<string, ProviderKind>>

export type ProviderType = keyof typeof providerKinds

export const isProviderType = (name: string): name is ProviderType => Object.hasOwn(providerKinds, name)
export const kindOf = (type: ProviderType): ProviderKind => providerKinds[type]
