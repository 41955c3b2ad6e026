import { expect, test } from 'vitest'
import { WholeCharacters } from './whole-characters.ts'

const read = (...pieces: readonly string[]): string => {
  const characters = new WholeCharacters()
  return pieces.map((piece) => characters.add(piece)).join('') + characters.end()
}

test('a character that is split between two pieces arrives whole', () => {
  expect(read('a \ud83d', '\ude80 b')).toBe('a 🚀 b')
  expect(read('a \ud83d', '', '\ude80')).toBe('a 🚀')
})

test('half a character is replaced, wherever it is', () => {
  expect(read('a \ud83d b', 'c\ude80', '\ud83d')).toBe('a \ufffd bc\ufffd\ufffd')
  expect(read('\ud83d', 'x')).toBe('\ufffdx')
})
