import { describe, expect, test } from 'vitest'
import { rowsFrom } from '../../scripts/catalogue/rows.mjs'

const model = {
  id: 'big',
  type: 'chat',
  reasoning: true,
  input: ['text', 'image'],
  cost: { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 0 },
  contextWindow: 200_000,
  maxTokens: 32_000,
}

/** The rows for one source file's models; the other source files are empty. */
const rowsOf = (file: string, ...models: readonly object[]) =>
  rowsFrom((each) => (each === file ? { api: { ...models } } : {}))

describe('a catalogue row', () => {
  test('keeps prices, sizes and abilities, and does not bill a cache that costs 0 separately', () => {
    expect(rowsOf('anthropic', model)).toEqual({
      'anthropic/big': {
        price: { input: 2, cached: 0.1, output: 10 },
        context: 200_000,
        output: 32_000,
        reasoning: 'off minimal low medium high',
        images: true,
      },
    })
  })

  test('lists an effort that the source denies as missing, and an unusual one only if the source names it', () => {
    const thinkingLevelMap = { off: null, minimal: null, max: 'max' }
    expect(rowsOf('openai', { ...model, thinkingLevelMap })['openai/big']?.reasoning).toBe('low medium high max')
    expect(rowsOf('openai', { ...model, reasoning: false })['openai/big']?.reasoning).toBe('')
  })

  test('has no price if the source says 0 for everything: unknown is never free', () => {
    const row = rowsOf('openai', { ...model, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } })['openai/big']
    expect(row).not.toHaveProperty('price')
  })

  test('keeps the price of long prompts as a tier', () => {
    const tiers = [{ inputTokensAbove: 100, input: 4, output: 20, cacheRead: 0, cacheWrite: 0 }]
    const row = rowsOf('google', { ...model, cost: { ...model.cost, tiers } })['google/big']
    expect(row?.price).toMatchObject({ tiers: [{ over: 100, input: 4, output: 20 }] })
  })
})

test('models that do not chat are left out', () => {
  expect(rowsOf('openrouter', { ...model, type: 'image' }, { ...model, id: 'sorter', type: 'classifier' })).toEqual({})
})

test('a regional or dated variant is listed only if it differs', () => {
  const dearer = { ...model, id: 'eu.big', cost: { ...model.cost, input: 3 } }
  const rows = rowsOf('amazon-bedrock', model, { ...model, id: 'us.big' }, dearer, { ...model, id: 'big-20250101' })
  expect(Object.keys(rows)).toEqual(['bedrock/big', 'bedrock/eu.big'])
})
