import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText } from 'ai'
import { type Contender, plain, type Service, SYSTEM } from './contender.ts'

/** The AI SDK's `streamText`, without a log. */
export async function sdkStreamText({ url, model }: Service): Promise<Contender> {
  const provider = createOpenAICompatible({ name: 'bench', baseURL: `${url}/v1`, includeUsage: true })
  const language = provider(model)
  return plain(async (turns) => {
    const { textStream } = streamText({
      model: language,
      instructions: SYSTEM,
      messages: [...turns],
      maxOutputTokens: 8192,
      temperature: 0.7,
      maxRetries: 0,
    })
    let text = ''
    for await (const part of textStream) text += part
    return text
  })
}
