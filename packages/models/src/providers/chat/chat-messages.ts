import type { CallOptions, PromptMessage, ProviderOptions } from '../../language-model/language-model.ts'
import type { ChunkFields } from './chat-chunk.ts'

type Assistant = Extract<PromptMessage, { role: 'assistant' }>
type ToolResult = Extract<Extract<PromptMessage, { role: 'tool' }>['content'][number], { type: 'tool-result' }>
type UserPart = Extract<PromptMessage, { role: 'user' }>['content'][number]
type CallPart = Extract<Assistant['content'][number], { type: 'tool-call' }>

/** A prompt as chat completions expect it. A call's signature is stored under the name `provider`. */
export function chatMessages(prompt: CallOptions['prompt'], provider: string): readonly ChunkFields[] {
  const messages: ChunkFields[] = []
  for (const message of prompt) addMessage(messages, message, provider)
  return messages
}

function addMessage(messages: ChunkFields[], message: PromptMessage, provider: string): void {
  switch (message.role) {
    case 'system':
      messages.push({ role: 'system', content: message.content })
      break
    case 'user':
      messages.push({ role: 'user', content: userContent(message.content) })
      break
    case 'assistant':
      messages.push(answerMessage(message, provider))
      break
    case 'tool':
      for (const part of message.content) if (part.type === 'tool-result') messages.push(resultMessage(part))
  }
}

/** Tools as chat completions expect them. */
export const chatTools = (tools: NonNullable<CallOptions['tools']>): readonly ChunkFields[] =>
  tools.flatMap((tool) =>
    tool.type === 'function'
      ? [
          {
            type: 'function',
            function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
          },
        ]
      : [],
  )

/** Plain text if there is nothing else: many servers support only that. */
function userContent(parts: readonly UserPart[]): string | readonly ChunkFields[] {
  const [only] = parts
  return parts.length === 1 && only?.type === 'text' ? only.text : parts.map(contentPart)
}

function contentPart(part: UserPart): ChunkFields {
  if (part.type === 'text') return { type: 'text', text: part.text }
  if (part.data.type !== 'data') throw new Error(`a file of type ${part.data.type} cannot be sent`)
  const { data } = part.data
  const base64 = typeof data === 'string' ? data : Buffer.from(data).toString('base64')
  return { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${base64}` } }
}

function answerMessage({ content, providerOptions }: Assistant, provider: string): ChunkFields {
  const [only] = content
  if (content.length === 1 && only?.type === 'text' && !providerOptions)
    return { role: 'assistant', content: only.text }
  const textOf = (type: 'text' | 'reasoning') =>
    content.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')
  const calls = content.flatMap((part) => (part.type === 'tool-call' ? [callOf(part, provider)] : []))
  const text = textOf('text')
  const reasoning = textOf('reasoning')
  return {
    role: 'assistant',
    content: calls.length > 0 ? text || null : text,
    ...(reasoning && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...providerOptions?.openaiCompatible,
  }
}

function callOf({ toolCallId, toolName, input, providerOptions }: CallPart, provider: string): ChunkFields {
  const signature = signatureIn(providerOptions, provider)
  return {
    id: toolCallId,
    type: 'function',
    function: { name: toolName, arguments: JSON.stringify(input) },
    ...(signature !== undefined && { extra_content: { google: { thought_signature: String(signature) } } }),
  }
}

const signatureIn = (options: ProviderOptions | undefined, provider: string): unknown =>
  options?.[provider]?.thoughtSignature ?? options?.google?.thoughtSignature

function resultMessage({ toolCallId, output }: ToolResult): ChunkFields {
  const isText = output.type === 'text' || output.type === 'error-text'
  const content = isText ? output.value : JSON.stringify('value' in output ? output.value : (output.reason ?? 'denied'))
  return { role: 'tool', tool_call_id: toolCallId, content }
}
