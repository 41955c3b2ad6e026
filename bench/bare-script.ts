import { createOpenAICompatible } from '@ai-sdk/openai-compatible'

/** The minimum a program can do: load the provider, make one call, print the answer. */
const provider = createOpenAICompatible({ name: 'bench', baseURL: `${process.argv[2]}/v1`, includeUsage: true })
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Say hello.' }] }]
const { stream } = await provider('parts1-cold').doStream({ prompt })
for await (const part of stream) if (part.type === 'text-delta') process.stdout.write(part.delta)
