import { expect, test } from 'vitest'
import { factTypes, versions } from './facts.ts'
import { foldFor, knownSince } from './known-since.ts'

/** How many types every server knows, and reads as this one does. */
const FROM_THE_BEGINNING = 78

test('a new type or version has a row with the fold that introduced it', () => {
  const listed = Object.keys(knownSince)
  expect(factTypes.length - listed.filter((type) => !(type in versions)).length).toBe(FROM_THE_BEGINNING)
  expect(listed).toEqual(expect.arrayContaining(Object.keys(versions)))
  expect(foldFor([{ type: 'message' }])).toBe(0)
})
