import type { Client } from '@convene/protocol'
import { expect, test } from 'vitest'
import { keptModels } from './kept-models.ts'

const model = (name: string) => ({ name, context: null })
const providers = [
  { name: 'rehearsal', configured: true, models: [model('offline')] },
  { name: 'local', configured: true, models: [model('small')] },
  { name: 'remote', configured: false, models: [model('large')] },
]

function memory() {
  const kept = new Map<string, unknown>()
  return {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key) as never,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  }
}

const client = async () => ({ models: async () => ({ ok: true, value: { providers } }) }) as unknown as Client

test('models of configured providers are offered, the rehearsal model last', async () => {
  const listed = await keptModels(memory(), client).list()
  expect(listed.map(({ id }) => id)).toEqual(['local/small', 'rehearsal/offline'])
})

test('every model can be chosen in the agent mode of the chat, which hides models without tools', async () => {
  const listed = await keptModels(memory(), client).list()
  expect(listed.map(({ capabilities }) => capabilities.toolCalling)).toEqual([true, true])
})
