import { expect, test } from 'vitest'
import { seat, teamOf } from '../../../session/session.fixture.ts'
import type { Run } from '../../../state/session.ts'
import { firstAsked } from './first-asked.ts'

const run = (models: { readonly [model: string]: number | null }, mode: Run['settings']['mode'] = {}) =>
  ({
    team: teamOf(...Object.keys(models).map((model, place) => seat(`s${place}`, { model }))),
    settings: {
      mode,
      models: Object.fromEntries(
        Object.entries(models).map(([model, price]) => [model, { price: price && { input: price, output: price } }]),
      ),
    },
  }) as unknown as Run

test('the two asked first are the cheapest from different vendors, in seat order', () => {
  const models = { 'openai/gpt-5': 10, 'openai/gpt-5-mini': 1, 'azure/gpt-4o': 2, 'anthropic/claude': 5 }
  expect(firstAsked(run(models), undefined)).toEqual({ ask: 'two-first', seats: ['s1', 's3'] })
})

test('a seat without a known price is asked last', () => {
  expect(firstAsked(run({ 'a/one': null, 'b/two': 3, 'c/three': 9 }), undefined)?.seats).toEqual(['s1', 's2'])
})

test.each([
  ['two seats', { 'a/one': 1, 'b/two': 1 }, {}],
  ['one vendor', { 'openai/gpt-5': 1, 'azure/gpt-4o': 1, 'openai/o3': 1 }, {}],
  ['a deep decision', { 'a/one': 1, 'b/two': 1, 'c/three': 1 }, { depth: 'deep' }],
])('with %s everyone is asked at once', (_, models, mode) => {
  expect(firstAsked(run(models, mode), undefined)).toBeUndefined()
})

test('a deep decision asks two first if the user says so', () => {
  const deep = run({ 'a/one': 1, 'b/two': 1, 'c/three': 1 }, { depth: 'deep', ask: 'two-first' })
  expect(firstAsked(deep, undefined)?.seats).toEqual(['s0', 's1'])
})

test('as few as needed are asked in an order: the cheapest from different vendors, then the others', () => {
  const vote = run({ 'a/one': 9, 'b/two': 1, 'c/three': 2 }, { ask: 'as-few-as-needed' })
  expect(firstAsked(vote, undefined)).toEqual({ ask: 'as-few-as-needed', seats: ['s1', 's2', 's0'] })
})
