import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashNumber, hashWords } from './hash.ts'

const wordsIn = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
const expected = (text: string) => (wordsIn(text) === '' ? undefined : hashNumber(wordsIn(text)))

test('words have the same hash whatever the spacing, with every kind of space', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const text = `${String.fromCharCode(code)}a${String.fromCharCode(code)}b `
    expect(hashWords(text)).toBe(expected(text))
  }
})

test('any text has the hash of its words', () => {
  const text = fc.array(fc.constantFrom(' ', '\n', '\t', '\u00a0', 'a', 'ß', '漢', '😀')).map((parts) => parts.join(''))
  fc.assert(fc.property(text, (some) => hashWords(some) === expected(some)))
})
