import { describe, expect, test } from 'vitest'
import { readModelsDev } from './models-dev.ts'

const at = { date: '2026-11-16', source: 'http://localhost/api.json' }
const big = {
  id: 'big',
  reasoning: true,
  reasoning_options: [{ type: 'effort', values: ['none', 'low', 'high'] }],
  tool_call: true,
  structured_output: true,
  temperature: false,
  modalities: { input: ['text', 'image'], output: ['text'] },
  cost: { input: 2, output: 10, cache_read: 0.2, context_over_200k: { input: 4, output: 15 } },
  limit: { context: 400_000, input: 272_000, output: 128_000 },
}

const read = (model: unknown, provider = 'openai', id = 'big') =>
  readModelsDev({ [provider]: { id: provider, models: { [id]: model, other: big } } }, at)?.models

test('a model keeps its price, sizes and abilities', () => {
  expect(read(big)?.['openai/big']).toEqual({
    price: { input: 2, cached: 0.2, output: 10, tiers: [{ over: 200_000, input: 4, output: 15 }] },
    context: 272_000,
    output: 128_000,
    reasoning: ['off', 'low', 'high'],
    images: true,
    tools: true,
    structured: true,
    temperature: false,
  })
})

test('Bedrock has our name', () => {
  expect(Object.keys(read(big, 'amazon-bedrock') ?? {})).toContain('bedrock/big')
})

test('a model that thinks without named efforts has the usual ones, and a switch turns it off', () => {
  const options = (reasoning_options: unknown) => read({ ...big, reasoning_options })?.['openai/big']?.reasoning
  expect(options(undefined)).toEqual(['low', 'medium', 'high'])
  expect(options([{ type: 'toggle' }, { type: 'budget_tokens' }])).toEqual(['off', 'low', 'medium', 'high'])
  expect(read({ ...big, reasoning: false })?.['openai/big']?.reasoning).toEqual([])
})

describe('an entry that makes no sense is left out, and the others stay', () => {
  test.each([
    { what: 'a negative price', model: { ...big, cost: { input: -1, output: 2 } } },
    { what: 'a price in words', model: { ...big, cost: { input: 'free', output: 2 } } },
    { what: 'an endless window', model: { ...big, limit: { context: 1e300 } } },
    { what: 'no object', model: null },
    { what: 'a list', model: [] as unknown[] | { input: string } },
  ])('$what', ({ model }) => {
    const rows = read(model) ?? {}
    expect(Object.keys(rows).filter((name) => rows[name]?.price ?? rows[name]?.context)).toEqual(['openai/other'])
  })

  test.each(['two words', 'line\nbreak', 'x'.repeat(300)])('the name %j', (id) => {
    expect(Object.keys(read(big, 'openai', id) ?? {})).toEqual(['openai/other'])
  })
})

test('a price of 0 is a missing one', () => {
  expect(read({ ...big, cost: { input: 0, output: 0 } })?.['openai/big']).not.toHaveProperty('price')
})

test.each([null, 'text', [], {}, { openai: {} }, { openai: { models: {} } }, { openai: { models: [big] } }])(
  'an answer that is no catalogue is refused: %j',
  (value) => expect(readModelsDev(value, at)).toBeNull(),
)
