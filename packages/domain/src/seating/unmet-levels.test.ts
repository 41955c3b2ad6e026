import { expect, test } from 'vitest'
import type { ModelInfo } from '../event/run-settings.ts'
import type { Reasoning } from '../reasoning/reasoning.ts'
import { seat } from '../session/session.fixture.ts'
import { unmetLevels } from './unmet-levels.ts'

const info = (reasoning?: Reasoning[]): ModelInfo => ({ price: null, context: null, ...(reasoning && { reasoning }) })
const models = {
  'x/always': info(['low', 'high']),
  'x/never': info([]),
  'x/some': info(['off', 'low']),
  'x/unknown': info(),
  'rehearsal/offline': { ...info([]), rehearsal: true },
}
const said = (model: string, level: Reasoning | undefined, own?: Reasoning) =>
  unmetLevels([seat('a', { model, reasoning: own }), seat('b', { model, reasoning: own })], models, level).map(
    ({ message }) => message,
  )

test('an unsupported level is reported once, for any number of seats', () => {
  expect(said('x/always', 'off')).toEqual(['x/always always reasons. Using its lowest level, low.'])
  expect(said('x/some', 'max')).toEqual(['x/some has no reasoning level "max", only off, low. Using the nearest one.'])
  expect(said('x/never', undefined, 'high')).toEqual(['x/never does not reason, so "reasoning: high" has no effect.'])
})

test('nothing is reported for supported levels, unknown models, or without a requested level', () => {
  expect(said('x/some', 'low')).toEqual([])
  expect(said('x/never', 'off')).toEqual([])
  expect(said('x/unknown', 'max')).toEqual([])
  expect(said('x/always', undefined)).toEqual([])
  expect(said('rehearsal/offline', 'high')).toEqual([])
  expect(said('y/missing', 'high')).toEqual([])
})
