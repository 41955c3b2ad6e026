import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { isStepCount, jsonSchema, type ModelMessage, streamText, tool } from 'ai'
import { type Contender, fromThreads, type Service, SYSTEM } from './contender.ts'

const read = tool({
  description: 'Reads a file.',
  inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
  execute: async () => 'text',
})

/** The AI SDK's `streamText`, without a log. */
export async function sdkStreamText({ url, model }: Service): Promise<Contender> {
  const provider = createOpenAICompatible({ name: 'bench', baseURL: `${url}/v1`, includeUsage: true })
  const language = provider(model)
  return fromThreads((options) => {
    const messages: ModelMessage[] = []
    return async (content) => {
      messages.push({ role: 'user', content })
      const stream = streamText({
        model: language,
        instructions: SYSTEM,
        messages: [...messages],
        maxOutputTokens: 8192,
        temperature: 0.7,
        maxRetries: 0,
        ...(options?.tools && { tools: { read }, stopWhen: isStepCount(20) }),
      })
      let text = ''
      for await (const part of stream.textStream) text += part
      messages.push({ role: 'assistant', content: text })
    }
  })
}
