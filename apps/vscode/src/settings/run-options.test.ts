import { expect, test } from 'vitest'
import { optionsFrom } from './run-options.ts'

const settings =
  (set: { readonly [name: string]: unknown }) =>
  (name: string): unknown =>
    set[name]

test('settings of the editor become the options of a run', () => {
  expect(optionsFrom(settings({ reasoning: 'low', seat: true }), 'panel')).toEqual({
    reasoning: 'low',
    settings: { userSeat: true },
  })
})

test('an option of another mode is left out', () => {
  expect(optionsFrom(settings({ seat: true }), 'agent')).toEqual({})
})

test.each([{}, { reasoning: '', seat: false }, { reasoning: 'endless', seat: 'yes' }])(
  'unset and invalid ones are left out: %j',
  (set) => {
    expect(optionsFrom(settings(set), 'panel')).toEqual({})
  },
)
