import { ModelName, Price } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { providerKinds } from '../providers/provider-kinds.ts'
import table from './prices.json' with { type: 'json' }
import { knownModel, pricesDate } from './prices.ts'

test('the table says of which day it is', () => {
  expect(Number.isNaN(Date.parse(pricesDate))).toBe(false)
})

describe.each(Object.entries(table.models))('%s', (name, row) => {
  test('is a model of a built-in provider with a price that can be true', () => {
    expect(ModelName.safeParse(name).success).toBe(true)
    expect(Object.keys(providerKinds)).toContain(name.split('/')[0])
    expect(Price.safeParse(row).success).toBe(true)
    expect(row.input).toBeGreaterThan(0)
    expect(row.output).toBeGreaterThanOrEqual(row.input)
    if ('cached' in row) expect(row.cached).toBeLessThan(row.input)
  })
})

test('the usual model of each provider that has a price list is in the table', () => {
  for (const name of ['anthropic', 'openai', 'google', 'mistral'] as const) {
    expect(knownModel(`${name}/${providerKinds[name].defaultModel}`).price).not.toBeNull()
  }
})

test('a price that changes with the size of a prompt is a tier, and is told', () => {
  const { price, note } = knownModel('google/gemini-2.5-pro')
  expect(price?.tiers).toEqual([{ over: 200_000, input: 2.5, cached: 0.25, output: 15 }])
  expect(note).toBe('prompts over 200,000 tokens: 2.5 / 0.25 / 15')
})

test('a price that changes on a day is told before it and holds from then on', () => {
  const name = 'google/gemini-3.8-flash'
  expect(knownModel(name, '2026-12-31')).toMatchObject({
    price: { input: 0.75 },
    note: 'from 2027-01-01: 1.5 / 0.15 / 7.5',
  })
  const after = knownModel(name, '2027-01-01')
  expect(after.price).toEqual({ input: 1.5, cached: 0.15, output: 7.5 })
  expect(after.note).toBe(undefined)
})

test('a price that nobody saw at its source says so; what Anthropic puts into its cache costs more than input', () => {
  expect(knownModel('openai/gpt-5.6-luna').unverified).toBe(true)
  const { price, unverified } = knownModel('anthropic/claude-opus-5')
  expect(unverified).toBe(undefined)
  expect(price?.cacheWrite).toBe(6.25)
})
