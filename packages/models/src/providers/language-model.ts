import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'

/** The model interface that every provider package of the AI SDK implements. */
export type LanguageModel = ReturnType<OpenAICompatibleProvider['chatModel']>
export type CallOptions = Parameters<LanguageModel['doStream']>[0]
export type PromptMessage = CallOptions['prompt'][number]
export type ProviderOptions = NonNullable<CallOptions['providerOptions']>
export type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never
