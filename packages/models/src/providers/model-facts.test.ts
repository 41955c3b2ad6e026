import { describe, expect, test } from 'vitest'
import { modelFacts, modelInfo } from './model-facts.ts'

const name = 'anthropic/claude-opus-5'

test('what is known comes from the catalogue, and says so', () => {
  const { context, output, sources } = modelFacts(name, {})
  expect(context).toBe(1_000_000)
  expect(output).toBe(128_000)
  expect(sources.context).toMatch(/^catalogue of \d{4}-/u)
  expect(modelInfo(name, {}).reasoning).toEqual(['off', 'low', 'medium', 'high', 'max'])
})

describe('the settings of a model', () => {
  test('replace what they name and nothing else', () => {
    const price = { input: 1, output: 2 }
    const facts = modelFacts(name, { models: { [name]: { context: 50_000, price, reasoning: ['low'] } } })
    expect(facts).toMatchObject({ context: 50_000, price, reasoning: ['low'], output: 128_000 })
    expect(facts.sources).toMatchObject({
      context: 'settings',
      price: 'settings',
      output: expect.stringMatching(/^cat/u),
    })
    expect(facts).not.toHaveProperty('note')
  })

  test('know better than the list of prices', () => {
    const prices = { [name]: { input: 7, output: 7 } }
    expect(modelFacts(name, { prices }).price).toEqual(prices[name])
    const models = { [name]: { price: { input: 8, output: 8 } } }
    expect(modelFacts(name, { prices, models }).price).toEqual({ input: 8, output: 8 })
  })

  test('say whether a model thinks without naming levels', () => {
    const reasoning = (said: boolean) => modelInfo('local/x', { models: { 'local/x': { reasoning: said } } }).reasoning
    expect(reasoning(true)).toEqual(['low', 'medium', 'high'])
    expect(reasoning(false)).toEqual([])
  })
})

test('a local model is free, and everything else about it is unknown', () => {
  const facts = modelFacts('ollama/qwen3', {})
  expect(facts).toEqual({ price: { input: 0, cached: 0, output: 0 }, sources: { price: 'runs on this machine' } })
  expect(modelInfo('ollama/qwen3', {})).toEqual({ price: facts.price, context: null })
})
