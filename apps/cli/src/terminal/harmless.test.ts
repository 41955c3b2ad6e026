import { describe, expect, test } from 'vitest'
import { harmless } from './harmless.ts'
import { ansiStyle } from './style.ts'

describe('text on a terminal', () => {
  test('keeps every colour and weight of ours', () => {
    for (const depth of ['true', '256'] as const) {
      const { colour, ...plain } = ansiStyle(depth)
      for (const paint of [...Object.values(plain), colour('#3B82F6')])
        expect(harmless(paint('Done'))).toBe(paint('Done'))
    }
  })

  test.each([
    ['clears the screen', '\u001b[2J\u001b[1;1HSigned'],
    ['moves over what was printed', '\u001b[5ASigned'],
    ['hides text', '\u001b[8mSigned'],
    ['names another link', '\u001b]8;;http://127.0.0.1/evil\u0007Signed\u001b]8;;\u0007'],
    ['sets the title', '\u001b]0;owned\u0007Signed'],
    ['writes over its line', '\rSigned'],
    ['is reordered', '\u202eSigned'],
    ['is cut in the middle of a sequence', 'Signed\u001b['],
    ['mixes a sequence of ours with its own', '\u001b[38;2;1;2;3;8mSigned'],
  ])('that %s loses only that', (_, text) => {
    expect(harmless(text).trim()).toBe('Signed')
  })

  test('keeps accents, emoji with joiners, tabs and line ends', () => {
    const text = 'Zoë\t👩‍💻 ⚖️\nnext'
    expect(harmless(text)).toBe(text)
  })
})
