import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'

const apiKey = 'test-key'

/** The real providers, pointed at a server. */
export const providers = {
  'openai chat': (url: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('gpt-test'),
  'openai responses': (url: string) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses('gpt-test'),
  'openai compatible': (url: string) =>
    createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, apiKey, includeUsage: true })('llama-test'),
  anthropic: (url: string) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-test'),
  google: (url: string) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })('gemini-test'),
  mistral: (url: string) => createMistral({ baseURL: `${url}/v1`, apiKey })('mistral-test'),
  bedrock: (url: string) => createAmazonBedrock({ baseURL: url, region: 'us-east-1', apiKey })('anthropic.claude-test'),
} as const

export type ProviderName = keyof typeof providers
