import type { Json } from '@convene/domain'
import {
  type CallOptions,
  headersOf,
  type LanguageModel,
  type StreamPart,
} from '../../language-model/language-model.ts'
import { StreamFault } from '../../transport/stream-fault.ts'
import { ollamaMessages, ollamaTools } from './ollama-messages.ts'
import { ollamaParts } from './ollama-stream.ts'
import type { OllamaServer } from './ollama-window.ts'

type Generated = Awaited<ReturnType<NonNullable<LanguageModel['doGenerate']>>>

/**
 * A model behind Ollama's own API. Its OpenAI endpoint ignores the requested context window and silently drops the
 * oldest messages, including the instructions.
 */
export function ollamaModel(server: OllamaServer, modelId: string, window: () => Promise<number>): LanguageModel {
  const doStream = async (options: CallOptions) => {
    const context = await window()
    const body = JSON.stringify(requestBody(modelId, options, context))
    refuseTooLong(body, context)
    const response = await server.fetch(`${server.root}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...server.headers, ...headersOf(options) },
      body,
      ...(options.abortSignal && { signal: options.abortSignal }),
    })
    if (!response.ok || !response.body) throw await rejection(response)
    return { stream: ollamaParts(response.body) }
  }
  return { doStream, doGenerate: async (options) => generatedFrom((await doStream(options)).stream) }
}

function requestBody(model: string, options: CallOptions, context: number): { readonly [field: string]: Json } {
  const think = thinkOf(model, options)
  const { maxOutputTokens, temperature, responseFormat } = options
  return {
    model,
    messages: ollamaMessages(options.prompt),
    stream: true,
    options: {
      num_ctx: context,
      ...(maxOutputTokens !== undefined && { num_predict: maxOutputTokens }),
      ...(temperature !== undefined && { temperature }),
    },
    ...(options.tools?.length && { tools: ollamaTools(options.tools) }),
    ...(think !== undefined && { think }),
    ...(responseFormat?.type === 'json' && { format: (responseFormat.schema as Json | undefined) ?? 'json' }),
  }
}

/** Only gpt-oss has levels. For the others, reasoning is on or off. */
function thinkOf(model: string, { reasoning, providerOptions }: CallOptions): Json | undefined {
  const { think } = (providerOptions?.ollama ?? {}) as { think?: Json }
  if (think !== undefined || reasoning === undefined || reasoning === 'provider-default') return think
  if (reasoning === 'none') return false
  return /^gpt-oss/u.test(model)
    ? ({ minimal: 'low', xhigh: 'high', max: 'high' }[reasoning as string] ?? reasoning)
    : true
}

/** No tokenizer needs more than six characters on average, and Ollama would cut the rest off silently. */
function refuseTooLong(body: string, context: number): void {
  if (body.length / 6 <= context) return
  const message = `the conversation does not fit the context window of ${context} tokens`
  throw new StreamFault('context_overflow', message, false)
}

/** In the same form as the provider packages raise it. */
async function rejection(response: Response): Promise<Error> {
  const responseBody = await response.text().catch(() => '')
  const responseHeaders = Object.fromEntries(response.headers)
  const details = { statusCode: response.status, responseBody, responseHeaders }
  return Object.assign(new Error(response.statusText || 'no reason given'), details)
}

async function generatedFrom(stream: ReadableStream<StreamPart>): Promise<Generated> {
  const content: Generated['content'] = []
  for await (const part of stream) {
    if (part.type === 'text-delta') content.push({ type: 'text', text: part.delta })
    if (part.type === 'reasoning-delta') content.push({ type: 'reasoning', text: part.delta })
    if (part.type === 'tool-call') content.push(part)
    if (part.type === 'finish') return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] }
    if (part.type === 'error') throw Object.assign(new Error('the server reported an error'), part.error)
  }
  throw new StreamFault('stream_truncated', 'the answer ended early')
}
