import { describe, expect, test } from 'vitest'
import { readModelsDev } from './models-dev.ts'
import { Catalogue } from './row.ts'

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

const rows = (value: unknown) => {
  const catalogue = readModelsDev(value, at)
  return typeof catalogue === 'string' ? undefined : catalogue.models
}
const read = (model: unknown, provider = 'openai', id = 'big') =>
  rows({ [provider]: { id: provider, models: { [id]: model, other: big } } })

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

test('Bedrock gets our name for it', () => {
  expect(Object.keys(read(big, 'amazon-bedrock') ?? {})).toContain('bedrock/big')
})

test('a reasoning model without named efforts gets the usual ones, and can be turned off by a switch', () => {
  const options = (reasoning_options: unknown) => read({ ...big, reasoning_options })?.['openai/big']?.reasoning
  expect(options(undefined)).toEqual(['low', 'medium', 'high'])
  expect(options([{ type: 'toggle' }, { type: 'budget_tokens' }])).toEqual(['off', 'low', 'medium', 'high'])
  expect(read({ ...big, reasoning: false })?.['openai/big']?.reasoning).toEqual([])
})

describe('an implausible entry is skipped, and the others stay', () => {
  test.each([
    { what: 'a negative price', model: { ...big, cost: { input: -1, output: 2 } } },
    { what: 'an endless price', model: { ...big, cost: { input: Number.POSITIVE_INFINITY, output: 2 } } },
    { what: 'a price that is not a number', model: { ...big, cost: { input: Number.NaN, output: 2 } } },
    { what: 'a window of one token', model: { ...big, limit: { context: 1 } } },
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

test('a price of 0 counts as missing', () => {
  expect(read({ ...big, cost: { input: 0, output: 0 } })?.['openai/big']).not.toHaveProperty('price')
})

test.each([null, 'text', [], {}, { openai: {} }, { openai: { models: {} } }, { openai: { models: [big] } }])(
  'a response that is not a catalogue is refused: %j',
  (value) => expect(readModelsDev(value, at)).toBe('the answer is not a model catalogue'),
)

test('a file with implausibly many models is refused, with their number', () => {
  const models = Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`m${at}`, {}]))
  expect(readModelsDev({ openai: { models } }, at)).toContain('it lists 300,000 models')
})

describe('a stored catalogue', () => {
  const stored = (row: object) => Catalogue.safeParse({ ...at, models: { 'x/y': row } }).success

  test.each([
    { context: 1 },
    { context: 1e12 },
    { price: { input: -1, output: 1 } },
    { price: { input: Number.NaN, output: 1 } },
    { price: { input: 1, output: 1e9 } },
    { price: { input: 1, output: 1, tiers: [{ over: 9, input: 1e9, output: 1 }] } },
  ])('with %j is refused', (row) => expect(stored(row)).toBe(false))

  test('with an ordinary row is read', () => {
    expect(stored({ context: 8_192, price: { input: 0.1, output: 600 } })).toBe(true)
  })
})
