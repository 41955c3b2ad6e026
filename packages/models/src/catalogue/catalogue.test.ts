import { ModelName, Price } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { providerKinds } from '../providers/provider-kinds.ts'
import shipped from './catalogue.json' with { type: 'json' }
import { catalogueDate, knownModel, knownModels } from './catalogue.ts'
import checked from './checked-prices.fixture.json' with { type: 'json' }
import { Catalogue, CatalogueRow } from './row.ts'

test('the catalogue states its date and its source', () => {
  expect(Number.isNaN(Date.parse(catalogueDate()))).toBe(false)
  expect(shipped.source).toMatch(/\d+\.\d+\.\d+$/u)
})

test('every row names a model and is plausible', () => {
  const names = Object.keys(shipped.models)
  expect(names.length).toBeGreaterThan(500)
  for (const name of names) {
    const { from: _, note: _note, ...row } = knownModel(name)
    expect(ModelName.safeParse(name).success, name).toBe(true)
    expect(CatalogueRow.strict().safeParse(row).error, name).toBeUndefined()
    if (row.price) expect(Price.safeParse(row.price).error, name).toBeUndefined()
    if (row.context && row.output) expect(row.output, name).toBeLessThanOrEqual(row.context)
  }
})

test.each(Object.entries(checked.prices))('%s costs what its provider said when we last checked', (name, price) => {
  expect(knownModel(name, undefined, '2026-11-15').price).toMatchObject(price)
})

test('the default model of each provider with a price list is in it', () => {
  for (const name of ['anthropic', 'openai', 'google', 'mistral'] as const) {
    const { price, context, reasoning } = knownModel(`${name}/${providerKinds[name].defaultModel}`)
    expect({ price, context, reasoning }, name).toEqual({
      price: expect.anything(),
      context: expect.any(Number),
      reasoning: expect.anything(),
    })
  }
})

test('a price that depends on the prompt size is a tier, and is shown', () => {
  const { price, note } = knownModel('google/gemini-2.5-pro')
  expect(price?.tiers).toEqual([{ over: 200_000, input: 2.5, cached: 0.25, output: 15 }])
  expect(note).toBe('prompts over 200,000 tokens: 2.5 / 0.25 / 15')
})

test('a future price is shown in advance and applies from its date', () => {
  const name = 'google/gemini-3.8-flash'
  expect(knownModel(name, undefined, '2026-12-31')).toMatchObject({
    price: { input: 0.75 },
    note: 'from 2027-01-01: 1.5 / 0.15 / 7.5',
  })
  const after = knownModel(name, undefined, '2027-01-01')
  expect(after.price).toEqual({ input: 1.5, cached: 0.15, output: 7.5 })
  expect(after.note).toBe(undefined)
})

describe('a name that is not listed', () => {
  test.each([
    { name: 'anthropic/claude-haiku-4-5-20251001', as: 'anthropic/claude-haiku-4-5' },
    { name: 'openai/gpt-5-2025-08-07', as: 'openai/gpt-5' },
    { name: 'bedrock/us-gov.anthropic.claude-opus-5-5', as: 'bedrock/anthropic.claude-opus-5-5' },
  ])('$name is found as $as', ({ name, as }) => {
    expect(knownModel(name)).toEqual(knownModel(as))
    expect(knownModel(name).price).toBeDefined()
  })

  test.each(['openai/gpt-5-turbo-fake', 'openai/constructor', 'nowhere/gpt-5', 'openai/', ''])(
    '%j is unknown',
    (name) => {
      expect(knownModel(name)).toEqual({})
    },
  )
})

describe('a catalogue that the user fetched', () => {
  const fetched = (date: string): Catalogue =>
    Catalogue.parse({
      date,
      source: 'x',
      models: { 'openai/gpt-5': { context: 5_000 }, 'openai/new': { context: 7_000 } },
    })

  test('wins if it is as new as the shipped one, and the shipped one fills in the rest', () => {
    const refreshed = fetched('2099-01-01')
    expect(knownModel('openai/gpt-5', refreshed)).toMatchObject({ context: 5_000, from: 'catalogue of 2099-01-01' })
    expect(knownModel('openai/gpt-4.1', refreshed)).toEqual(knownModel('openai/gpt-4.1'))
    expect(knownModels('openai', refreshed)).toContain('openai/new')
    expect(catalogueDate(refreshed)).toBe('2099-01-01')
  })

  test('is ignored once a newer one is shipped', () => {
    const refreshed = fetched('2020-01-01')
    expect(knownModel('openai/gpt-5', refreshed)).toEqual(knownModel('openai/gpt-5'))
    expect(knownModels('openai', refreshed)).not.toContain('openai/new')
    expect(catalogueDate(refreshed)).toBe(shipped.date)
  })
})

describe('corrections of the catalogue:', () => {
  test.each(['openai/gpt-4', 'openai/gpt-4-turbo', 'openrouter/openai/gpt-3.5-turbo-16k'])(
    '%s accepts no schema, no matter what its row says',
    (name) => expect(knownModel(name).structured).toBe(false),
  )

  test.each(['openai/gpt-4o', 'openai/gpt-4.1'])('%s accepts one', (name) =>
    expect(knownModel(name).structured).toBe(true),
  )

  test.each(['azure/o1', 'azure/o3-mini', 'openai/o3', 'openrouter/openai/o3'])(
    '%s cannot turn off reasoning',
    (name) => expect(knownModel(name).reasoning).toEqual(['low', 'medium', 'high']),
  )

  test('a model at Azure reasons like the same model at OpenAI', () => {
    expect(knownModel('azure/gpt-5').reasoning).toEqual(knownModel('openai/gpt-5').reasoning)
    expect(knownModel('azure/gpt-4o').structured).toBe(true)
    expect(knownModel('azure/nobody-knows-it')).toEqual({})
  })
})
