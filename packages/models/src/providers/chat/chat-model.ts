import { withoutEnd } from '@convene/domain'
import { type CallOptions, headersOf, type LanguageModel } from '../../language-model/language-model.ts'
import { bodyText, type Received, type Send } from '../../transport/guarded-send.ts'
import { type CacheMark, chatBody } from './chat-body.ts'
import type { ChunkFields } from './chat-chunk.ts'
import { chatTools } from './chat-messages.ts'
import { ChatParts } from './chat-parts.ts'
import { partStream } from './part-stream.ts'

/**
 * A server that speaks OpenAI's chat API. `rewrite` adapts the body of a request, apart from the messages, and `mark`
 * the messages up to which the server should cache.
 */
export type ChatServer = {
  readonly name: string
  readonly baseURL: string
  readonly headers: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly rewrite?: ((body: Record<string, unknown>) => Record<string, unknown>) | undefined
  readonly mark?: ((model: string) => CacheMark | undefined) | undefined
  readonly send: Send
}

/** A model behind the chat API. */
export function chatModel(server: ChatServer, model: string): LanguageModel {
  const headers = { 'content-type': 'application/json', 'user-agent': 'convene', ...lowerCase(server.headers) }
  const doStream = async (call: CallOptions) => {
    const fields = requestFields(server.name, model, call)
    const received = await server.send(addressOf(server), {
      method: 'POST',
      headers: { ...headers, ...headersOf(call) },
      body: chatBody(server.rewrite?.(fields) ?? fields, call.prompt, server.name, server.mark?.(model)),
      ...(call.abortSignal && { signal: call.abortSignal }),
    })
    if (received.status >= 300) throw await rejection(received)
    return { stream: partStream(received, new ChatParts(server.name)) }
  }
  return { doStream }
}

function addressOf({ baseURL, query }: ChatServer): string {
  const url = new URL(`${withoutEnd(baseURL, '/')}/chat/completions`)
  if (query) url.search = new URLSearchParams(query).toString()
  return url.href
}

/** A header that the user set replaces ours, regardless of case. */
const lowerCase = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function requestFields(provider: string, model: string, call: CallOptions): Record<string, unknown> {
  const { reasoning, tools, toolChoice } = call
  return {
    model,
    max_tokens: call.maxOutputTokens,
    temperature: call.temperature,
    response_format: responseFormat(call.responseFormat),
    ...call.providerOptions?.[provider],
    ...(reasoning !== undefined && reasoning !== 'provider-default' && { reasoning_effort: reasoning }),
    ...(tools?.length && { tools: chatTools(tools), tool_choice: toolChoice?.type }),
    stream: true,
    stream_options: { include_usage: true },
  }
}

function responseFormat(format: CallOptions['responseFormat']): ChunkFields | undefined {
  if (format?.type !== 'json') return undefined
  if (format.schema === undefined) return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { schema: format.schema, strict: true, name: format.name ?? 'response' } }
}

/** In the same form as the provider packages raise it. */
async function rejection(received: Received): Promise<Error> {
  const responseBody = await bodyText(received).catch(() => '')
  const responseHeaders = Object.fromEntries(received.headers)
  const details = { statusCode: received.status, responseBody, responseHeaders }
  return Object.assign(new Error(received.statusText || 'no reason given'), details)
}
