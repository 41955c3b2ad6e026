import type { Json } from '@convene/domain'
import type { CallOptions, PromptMessage } from '../../language-model/language-model.ts'

type Message = { readonly [field: string]: Json }

/** A prompt for Ollama's own API. It has no call ids: results name their tool instead. */
export const ollamaMessages = (prompt: CallOptions['prompt']): Message[] => prompt.flatMap(messagesOf)

/** Tools as Ollama's own API expects them. */
export const ollamaTools = (tools: NonNullable<CallOptions['tools']>): Json[] =>
  tools.flatMap((tool) =>
    tool.type === 'function'
      ? [
          {
            type: 'function',
            function: { name: tool.name, description: tool.description ?? '', parameters: tool.inputSchema as Json },
          },
        ]
      : [],
  )

function messagesOf(message: PromptMessage): Message[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user':
      return [userMessage(message)]
    case 'assistant':
      return [answerMessage(message)]
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [{ role: 'tool', tool_name: part.toolName, content: outputText(part.output) }]
          : [],
      )
  }
}

function userMessage({ content }: Extract<PromptMessage, { role: 'user' }>): Message {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const images = content.flatMap((part) =>
    part.type === 'file' && part.data.type === 'data' ? [base64(part.data.data)] : [],
  )
  return { role: 'user', content: texts.join('\n'), ...(images.length > 0 && { images }) }
}

function answerMessage({ content }: Extract<PromptMessage, { role: 'assistant' }>): Message {
  const textOf = (type: 'text' | 'reasoning') =>
    content.flatMap((part) => (part.type === type ? [part.text] : [])).join('')
  const calls = content.flatMap((part) =>
    part.type === 'tool-call' ? [{ function: { name: part.toolName, arguments: part.input as Json } }] : [],
  )
  const thinking = textOf('reasoning')
  return {
    role: 'assistant',
    content: textOf('text'),
    ...(thinking && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

type Output = Extract<Extract<PromptMessage, { role: 'tool' }>['content'][number], { type: 'tool-result' }>['output']

function outputText(output: Output): string {
  if (output.type === 'text' || output.type === 'error-text') return output.value
  return output.type === 'execution-denied' ? (output.reason ?? 'denied') : JSON.stringify(output.value)
}

const base64 = (data: string | Uint8Array): string =>
  typeof data === 'string' ? data : Buffer.from(data).toString('base64')
