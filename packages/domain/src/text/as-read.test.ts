import { expect, test } from 'vitest'
import { asRead } from './as-read.ts'

test.each([
  ['a filler', 'Wait\u3164'],
  ['half a filler', 'Wa\uffa0it'],
  ['a selector', 'Wait\ufe0f'],
  ['a joiner', 'Wa\u200dit'],
  ['an escape sequence', 'Wa\u001b[0mit'],
  ['wide letters', 'Ｗａｉｔ'],
])('a text with %s is what it looks like', (_what, text) => expect(asRead(text)).toBe('Wait'))

test('an empty Braille pattern is a space', () => expect(asRead('To\u2800wait')).toBe('To wait'))
