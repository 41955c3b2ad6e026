import { ModelName, Price } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { providerKinds } from '../models/provider-kinds.ts'
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
