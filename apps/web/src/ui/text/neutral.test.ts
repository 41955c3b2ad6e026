import { expect, test } from 'vitest'
import { neutral, oneLine } from './neutral.ts'

test('plain text stays the same object', () => {
  const text = 'Ünïcode, 日本語, emoji 👩‍💻 and\nlines\tare fine.'
  expect(neutral(text)).toBe(text)
})

test('characters that reorder text are shown as codes', () => {
  expect(neutral('pay \u202e0001 now\u2066!')).toBe('pay ⟨U+202E⟩0001 now⟨U+2066⟩!')
})

test('invisible characters are shown as codes', () => {
  expect(neutral('rm\u200b -rf\ufeff')).toBe('rm⟨U+200B⟩ -rf⟨U+FEFF⟩')
})

test('terminal sequences and control characters are removed', () => {
  expect(neutral('\u001b[31mred\u001b[0m\u0007 and \u0000nul')).toBe('red and nul')
})

test('a name is one line', () => {
  expect(oneLine(' a\n\n  b\t c ')).toBe('a b c')
})
