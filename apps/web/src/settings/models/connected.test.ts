import { expect, test } from 'vitest'
import { byVendor, modelsThatAnswer } from './connected.ts'

test('what can answer is the default, local servers and providers with a key, each once, and never the rehearsal', () => {
  const provider = (name: string, configured: boolean, ...models: string[]) => ({
    ...{ name, label: name, configured },
    models: models.map((model) => ({ name: model })),
  })
  const found = modelsThatAnswer({
    default: { model: 'b/two' },
    servers: [{ models: ['ollama/x', 'b/two'] }],
    providers: [
      provider('a', false, 'a/one'),
      provider('b', true, 'b/one', 'b/two'),
      provider('rehearsal', true, 'rehearsal/offline'),
    ],
  } as never)
  expect(found).toEqual(['b/two', 'ollama/x', 'b/one'])
})

test('a vendor is known by its models, not by who serves them', () => {
  expect(byVendor(['openai/gpt-5', 'azure/gpt-4o', 'openrouter/anthropic/claude-x'])).toEqual([
    'openai/gpt-5',
    'openrouter/anthropic/claude-x',
    'azure/gpt-4o',
  ])
})
