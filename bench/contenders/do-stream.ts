import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type Contender, plain, type Service, SYSTEM } from './contender.ts'

/** The AI SDK's provider alone, without its loop. */
export async function doStream({ url, model }: Service): Promise<Contender> {
  const provider = createOpenAICompatible({ name: 'bench', baseURL: `${url}/v1`, includeUsage: true })
  const language = provider(model)
  return plain(async (turns) => {
    const prompt = [
      { role: 'system' as const, content: SYSTEM },
      ...turns.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
    ]
    const { stream } = await language.doStream({ prompt, maxOutputTokens: 8192, temperature: 0.7 })
    let text = ''
    for await (const part of stream) if (part.type === 'text-delta') text += part.delta
    return text
  })
}
