import { describe, expect, test } from 'vitest'
import { learnOutcome } from '../../../counting/learn-outcome.ts'
import { emptyRecord, type TrackRecord } from '../../../counting/record.ts'
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

test('without a record, the two asked first are the dearest from different vendors', () => {
  const models = { 'openai/gpt-5': 10, 'openai/gpt-5-mini': 1, 'azure/gpt-4o': 2, 'anthropic/claude': 5 }
  expect(firstAsked(run(models), undefined)).toEqual({ ask: 'two-first', seats: ['s0', 's3'] })
})

test('a seat without a known price is asked last', () => {
  expect(firstAsked(run({ 'a/one': null, 'b/two': 3, 'c/three': 9 }), undefined)?.seats).toEqual(['s2', 's1'])
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

test('as few as needed are asked in an order: the dearest from different vendors, then the others', () => {
  const vote = run({ 'a/one': 9, 'b/two': 1, 'c/three': 2 }, { ask: 'as-few-as-needed' })
  expect(firstAsked(vote, undefined)).toEqual({ ask: 'as-few-as-needed', seats: ['s0', 's2', 's1'] })
})

describe('with a record', () => {
  const models = { 'a/one': 9, 'b/two': 1, 'c/three': 2, 'b/four': 1 }
  const vote = { topic: 'general', options: ['Go', 'Wait'] }
  const ballots = ['a/one', 'b/two', 'c/three', 'b/four'].map((model) => ({
    ...{ voter: model, model, confidence: null },
    option: model.startsWith('b/') ? 'Go' : 'Wait',
  }))
  const record = Array.from({ length: 12 }).reduce<TrackRecord>(
    (known, _, at) => learnOutcome(known, { ...vote, ballots }, { truth: at === 0 ? 'Wait' : 'Go', at }),
    emptyRecord,
  )
  const known = (mode: Run['settings']['mode']) => {
    const blank = run(models, mode)
    return { ...blank, settings: { ...blank.settings, record } } as unknown as Run
  }

  test('the two with the best record are asked first, even if one vendor made both', () => {
    expect(firstAsked(known({}), undefined)?.seats.toSorted()).toEqual(['s1', 's3'])
  })

  test('as few as needed are asked best first', () => {
    const seats = firstAsked(known({ ask: 'as-few-as-needed' }), undefined)?.seats ?? []
    expect([seats.slice(0, 2).toSorted(), seats.slice(2).toSorted()]).toEqual([
      ['s1', 's3'],
      ['s0', 's2'],
    ])
  })
})
