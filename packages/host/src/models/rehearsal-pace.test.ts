import { expect, test } from 'vitest'
import { paceIn } from './models-of.ts'

test.each([
  ['0', { pace: 0 }],
  ['250', { pace: 250 }],
  [undefined, {}],
  ['', {}],
  ['-1', {}],
  ['soon', {}],
  ['1e9', {}],
  ['999999', {}],
])('CONVENE_REHEARSAL_PACE=%s sets the rehearsal’s pace to %o', (named, options) => {
  expect(paceIn(named === undefined ? {} : { CONVENE_REHEARSAL_PACE: named })).toEqual(options)
})
