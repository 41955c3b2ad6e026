import { ModelName, Price } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { providerKinds } from '../providers/provider-kinds.ts'
import table from './prices.json' with { type: 'json' }
import { knownModel, pricesDate } from './prices.ts'

test('the table states its date', () => {
  expect(Number.isNaN(Date.parse(pricesDate))).toBe(false)
})

describe.each(Object.entries(table.models))('%s', (name, row) => {
  test('is a model of a built-in provider with a plausible price', () => {
    expect(ModelName.safeParse(name).success).toBe(true)
    expect(Object.keys(providerKinds)).toContain(name.split('/')[0])
    expect(Price.safeParse(row).success).toBe(true)
    expect(row.input).toBeGreaterThan(0)
    expect(row.output).toBeGreaterThanOrEqual(row.input)
    if ('cached' in row) expect(row.cached).toBeLessThan(row.input)
  })
})

test('the default model of each provider with a price list is in the table', () => {
  for (const name of ['anthropic', 'openai', 'google', 'mistral'] as const) {
    expect(knownModel(`${name}/${providerKinds[name].defaultModel}`).price).not.toBeNull()
  }
})

test('a price that depends on the prompt size is a tier, and is shown', () => {
  const { price, note } = knownModel('google/gemini-2.5-pro')
  expect(price?.tiers).toEqual([{ over: 200_000, input: 2.5, cached: 0.25, output: 15 }])
  expect(note).toBe('prompts over 200,000 tokens: 2.5 / 0.25 / 15')
})

test('a future price is shown in advance and applies from its date', () => {
  const name = 'google/gemini-3.8-flash'
  expect(knownModel(name, '2026-12-31')).toMatchObject({
    price: { input: 0.75 },
    note: 'from 2027-01-01: 1.5 / 0.15 / 7.5',
  })
  const after = knownModel(name, '2027-01-01')
  expect(after.price).toEqual({ input: 1.5, cached: 0.15, output: 7.5 })
  expect(after.note).toBe(undefined)
})

test('a price not verified at its source says so, and cache writes at Anthropic cost more than input', () => {
  expect(knownModel('openai/gpt-5.6-luna').unverified).toBe(true)
  const { price, unverified } = knownModel('anthropic/claude-opus-5')
  expect(unverified).toBe(undefined)
  expect(price?.cacheWrite).toBe(6.25)
})
