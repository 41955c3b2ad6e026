import type { OpenAIProvider } from '@ai-sdk/openai'

type PackagedModel = ReturnType<OpenAIProvider['responses']>

export type CallOptions = Parameters<PackagedModel['doStream']>[0]
export type PromptMessage = CallOptions['prompt'][number]
export type ProviderOptions = NonNullable<CallOptions['providerOptions']>
export type StreamPart =
  Awaited<ReturnType<PackagedModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

/**
 * The parts of an answer, one after another. A web stream is one, but building one costs more than reading an answer.
 */
export type PartStream = { getReader(): PartReader }
export type PartReader = {
  read(): Promise<{ readonly done: boolean; readonly value?: StreamPart | undefined }>
  cancel(): Promise<void>
}

/**
 * The part of an AI SDK model that we use, and everything that our own clients have to implement. `doGenerate` reads an
 * answer that arrived whole. A client without it does so itself.
 */
export type LanguageModel = {
  doStream(call: CallOptions): PromiseLike<{ readonly stream: PartStream }>
  doGenerate?: PackagedModel['doGenerate']
}

/** The headers of one call, in addition to the server's. */
export const headersOf = ({ headers = {} }: CallOptions): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
